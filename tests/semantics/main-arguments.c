// argc and argv: one argument, a null at the end, writable.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int again(int argc, char **argv) {
  int n = 0;
  while (argv[n])
    n++;
  return n * 10 + argc;
}

int main(int argc, char **argv) {
  printf("%d %d %d\n", argc, argv[0] != NULL, argv[argc] == NULL);
  printf("%d\n", strlen(argv[0]) > 0);
  argv[0][0] = 'X';
  printf("%c\n", *argv[0]);
  char first[] = "one", second[] = "two";
  char *mine[] = {first, second, NULL};
  printf("%d %d\n", again(argc, argv), again(2, mine));
  argc += 5;
  printf("%d\n", getenv("A_VARIABLE_NOBODY_SETS") == NULL);
  return argc;
}
