// fseek, ftell, rewind, fgetpos, ungetc, and writing behind the end.
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *f = fopen("data", "w+");
  fputs("0123456789", f);
  printf("%ld\n", ftell(f));
  printf("%d %c %ld\n", fseek(f, 3, SEEK_SET), fgetc(f), ftell(f));
  printf("%d %c %ld\n", fseek(f, -2, SEEK_END), fgetc(f), ftell(f));
  printf("%d %c %ld\n", fseek(f, -4, SEEK_CUR), fgetc(f), ftell(f));
  printf("%d %ld\n", fseek(f, -100, SEEK_CUR), ftell(f));
  rewind(f);
  fpos_t place;
  fgetc(f);
  fgetc(f);
  fgetpos(f, &place);
  fseeko(f, 0, SEEK_END);
  printf("%d %d\n", fgetc(f), feof(f) != 0);
  fsetpos(f, &place);
  printf("%d %c\n", feof(f) != 0, fgetc(f));
  printf("%c %ld ", ungetc('Z', f), (long)ftello(f));
  printf("%c %ld\n", fgetc(f), ftell(f));
  fseek(f, 15, SEEK_SET);
  fputc('!', f);
  fseek(f, 8, SEEK_SET);
  char rest[16];
  const size_t n = fread(rest, 1, sizeof rest, f);
  for (size_t i = 0; i < n; ++i)
    printf("%d ", rest[i]);
  printf("\n%d\n", feof(f) != 0);
  fseek(f, 1, SEEK_SET);
  fputs("ab", f);
  rewind(f);
  printf("%zu %.5s\n", fread(rest, 5, 1, f), rest);
  printf("%d\n", fclose(f));
  return 0;
}
