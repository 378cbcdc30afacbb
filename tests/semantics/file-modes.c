// fopen in all modes, what each may do, and where it writes.
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) {
    printf("%s: %s\n", name, strerror(errno));
    return;
  }
  int c;
  printf("%s: ", name);
  while ((c = fgetc(f)) != EOF)
    putchar(c == '\n' ? '|' : c);
  printf(" (%d %d)\n", feof(f) != 0, ferror(f));
  fclose(f);
}

static void try(const char *mode) {
  FILE *f = fopen("file", mode);
  if (!f) {
    printf("%s: %s\n", mode, strerror(errno));
    return;
  }
  printf("%s: at %ld, ", mode, ftell(f));
  const int c = fgetc(f);
  printf("read %d error %d, ", c, ferror(f) != 0);
  clearerr(f);
  fseek(f, 0, SEEK_CUR);
  const int wrote = fputs("XY", f);
  printf("wrote %d error %d\n", wrote >= 0 && fflush(f) == 0, ferror(f) != 0);
  fclose(f);
  show("file");
}

int main(void) {
  show("file");
  try("r");
  try("w");
  try("r");
  try("a");
  try("r+");
  try("a+");
  try("w+");
  try("wx");
  try("rb");
  try("ab+");
  try("q");
  show("nowhere/file");
  return 0;
}
