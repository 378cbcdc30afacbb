// memmove with both kinds of overlap, and on arrays of wider elements.
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[] = "0123456789abcdefghij";
  memmove(text + 3, text, 10);
  puts(text);
  memmove(text, text + 5, 12);
  puts(text);
  memmove(text + 1, text, 1);
  puts(text);
  memmove(text + 4, text + 4, 6);
  memmove(text, text + 9, 0);
  puts(text);
  int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  memmove(v + 2, v, 5 * sizeof *v);
  for (int i = 0; i < 8; i++)
    printf("%d ", v[i]);
  putchar('\n');
  memmove(v, v + 3, 5 * sizeof *v);
  for (int i = 0; i < 8; i++)
    printf("%d ", v[i]);
  putchar('\n');
  // Pointers moved as data must stay pointers.
  const char *words[4] = {"a", "b", "c", "d"};
  memmove(words + 1, words, 3 * sizeof *words);
  printf("%s%s%s%s\n", words[0], words[1], words[2], words[3]);
  unsigned char big[200];
  for (int i = 0; i < 200; i++)
    big[i] = (unsigned char)i;
  memmove(big + 17, big, 150);
  memmove(big, big + 60, 140);
  unsigned h = 0;
  for (int i = 0; i < 200; i++)
    h = h * 31 + big[i];
  printf("%u\n", h);
  return v[0];
}
