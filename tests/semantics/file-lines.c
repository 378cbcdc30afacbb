// Lines: fgets, getline, getdelim, and the single characters of a stream.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  FILE *f = fopen("lines", "w");
  fputs("first\n\na rather longer third line that does not fit\nlast without end", f);
  fclose(f);

  f = fopen("lines", "r");
  char small[12];
  while (fgets(small, sizeof small, f))
    printf("[%s]", small);
  printf("%d\n", feof(f) != 0);
  rewind(f);
  printf("%d\n", fgets(small, 1, f) == small && !small[0]);

  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, f)) >= 0)
    printf("%zd %d %s|", length, room > (size_t)length, line);
  printf("%d\n", feof(f) != 0);
  rewind(f);
  while ((length = getdelim(&line, &room, 'i', f)) >= 0)
    printf("%zd <%s>", length, line);
  free(line);
  putchar('\n');
  rewind(f);
  printf("%c%c%c%c", getc(f), fgetc(f), getc_unlocked(f), fgetc_unlocked(f));
  printf("%d %d\n", feof_unlocked(f), ferror_unlocked(f));
  clearerr_unlocked(f);
  printf("%d %d\n", fileno(f) > 2, fileno_unlocked(f) == fileno(f));
  fclose(f);

  f = fopen("words", "w");
  printf("%d %d\n", putw(0x41424344, f), putw(-1, f));
  putc('p', f);
  putc_unlocked('q', f);
  fputc_unlocked('r', f);
  fputs_unlocked("stu", f);
  fwrite_unlocked("vw", 1, 2, f);
  fflush_unlocked(f);
  fclose(f);
  f = fopen("words", "r");
  printf("%x %d ", getw(f), getw(f));
  char rest[16];
  const size_t n = fread_unlocked(rest, 1, sizeof rest, f);
  printf("%.*s ", (int)n, rest);
  rewind(f);
  printf("%s\n", fgets_unlocked(rest, 3, f));
  fclose(f);
  putchar_unlocked('\n');
  return 0;
}
