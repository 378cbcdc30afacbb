// ctype.h over all of ASCII, folded into a checksum a class, and samples.
#include <ctype.h>
#include <stdio.h>

static unsigned long sum(int (*f)(int)) {
  unsigned long s = 0;
  for (int c = 0; c < 128; c++)
    if (f(c))
      s = s * 31 + (unsigned)c;
  return s;
}

int main(void) {
  int (*classes[])(int) = {isalpha, isdigit, isalnum, isspace, isupper,  islower,
                           ispunct, isprint, iscntrl, isgraph, isxdigit, isblank};
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
    printf("%lu\n", sum(classes[i]));
  for (const char *p = "Hello, World 42!\n"; *p; p++) {
    unsigned char c = (unsigned char)*p;
    putchar(isalpha(c) ? 'a' : isdigit(c) ? 'd' : isspace(c) ? 's' : ispunct(c) ? 'p' : '?');
  }
  putchar('\n');
  for (const char *p = "MiXed Case 9_z"; *p; p++)
    printf("%c%c", toupper((unsigned char)*p), tolower((unsigned char)*p));
  putchar('\n');
  printf("%d %d\n", isalpha(EOF) != 0, toupper(EOF));
  return toupper('a');
}
