// Standard input with nothing in it.
#include <stdio.h>
#include <unistd.h>

char *gets(char *);

int main(void) {
  char text[16];
  int n = 0;
  printf("%d %d\n", getchar(), feof(stdin) != 0);
  printf("%d\n", scanf("%d", &n));
  printf("%d %d\n", fgets(text, sizeof text, stdin) == NULL, gets(text) == NULL);
  printf("%zu\n", fread(text, 1, 4, stdin));
  printf("%zd\n", read(0, text, 4));
  clearerr(stdin);
  printf("%d %d\n", feof(stdin), ferror(stdin));
  printf("%d\n", ungetc('x', stdin));
  printf("%c\n", getc(stdin));
  return 0;
}
