// malloc, calloc, realloc and free: contents kept, zeroed, resized.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *v = malloc(4 * sizeof *v);
  if (!v)
    return 1;
  for (int i = 0; i < 4; i++)
    v[i] = i + 1;
  int *grown = realloc(v, 100 * sizeof *v);
  if (!grown)
    return 1;
  for (int i = 4; i < 100; i++)
    grown[i] = (grown[i - 1] * 3 + grown[i - 4]) % 10007;
  printf("%d %d %d\n", grown[0], grown[3], grown[40]);
  int *shrunk = realloc(grown, 2 * sizeof *v);
  if (!shrunk)
    return 1;
  printf("%d %d\n", shrunk[0], shrunk[1]);
  free(shrunk);
  long *zeroed = calloc(8, sizeof *zeroed);
  if (!zeroed)
    return 1;
  long any = 0;
  for (int i = 0; i < 8; i++)
    any |= zeroed[i];
  printf("%ld\n", any);
  char *fresh = realloc(NULL, 16);
  if (!fresh)
    return 1;
  strcpy(fresh, "from nothing");
  puts(fresh);
  free(fresh);
  free(NULL);
  double *aligned = aligned_alloc(64, 128);
  if (!aligned)
    return 1;
  aligned[15] = 2.5;
  printf("%d %g\n", (unsigned long)aligned % 64 == 0, aligned[15]);
  free(aligned);
  free(zeroed);
  char *many[20];
  for (int i = 0; i < 20; i++) {
    many[i] = malloc((size_t)i * 50 + 1);
    if (!many[i])
      return 1;
    many[i][i * 50] = (char)i;
  }
  int sum = 0;
  for (int i = 19; i >= 0; i--) {
    sum += many[i][i * 50];
    free(many[i]);
  }
  return sum / 2;
}
