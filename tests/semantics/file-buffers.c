// Buffers are the program's business only as far as it asks: setvbuf, fflush, locks, memory.
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static char buffer[BUFSIZ];
  FILE *f = fopen("buffered", "w+");
  printf("%d %d\n", setvbuf(f, buffer, _IOFBF, sizeof buffer), setvbuf(f, NULL, 77, 0) != 0);
  fputs("one ", f);
  fflush(f);
  FILE *again = fopen("buffered", "r");
  char text[64] = "";
  fgets(text, sizeof text, again);
  printf("'%s'\n", text);
  fclose(again);
  setlinebuf(f);
  setbuf(f, NULL);
  setbuffer(f, NULL, 0);
  flockfile(f);
  printf("%d\n", ftrylockfile(f));
  putc_unlocked('x', f);
  funlockfile(f);
  funlockfile(f);
  fflush(NULL);
  fclose(f);

  char *made = NULL;
  size_t size = 0;
  f = open_memstream(&made, &size);
  fprintf(f, "%d %s", 42, "words");
  fflush(f);
  printf("%zu %s\n", size, made);
  fputs(" and more", f);
  fclose(f);
  printf("%zu %s\n", size, made);
  free(made);

  char fixed[16] = "alpha beta";
  f = fmemopen(fixed, strlen(fixed), "r");
  char a[8], b[8];
  printf("%d ", fscanf(f, "%7s %7s", a, b));
  printf("%s %s %d\n", a, b, fgetc(f));
  fclose(f);
  f = fmemopen(fixed, sizeof fixed, "w");
  fputs("gamma", f);
  fclose(f);
  printf("%s\n", fixed);

  f = tmpfile();
  fputs("temporary", f);
  rewind(f);
  printf("%s\n", fgets(text, sizeof text, f));
  fclose(f);
  f = freopen("buffered", "r", stdin);
  int c = getchar();
  printf("%d %c%c", f == stdin, c, getchar_unlocked());
  printf("%d\n", scanf("%7s", a));
  return 0;
}
