// ctype.h on every character, as functions and as the tables behind the macros.
#include "generate.h"
#include <ctype.h>

#define EACH(X)                                                                                    \
  X(isalnum)                                                                                       \
  X(isalpha)                                                                                       \
  X(isblank)                                                                                       \
  X(iscntrl)                                                                                       \
  X(isdigit)                                                                                       \
  X(isgraph)                                                                                       \
  X(islower)                                                                                       \
  X(isprint)                                                                                       \
  X(ispunct)                                                                                       \
  X(isspace)                                                                                       \
  X(isupper)                                                                                       \
  X(isxdigit)                                                                                      \
  X(isascii)

int main(void) {
  for (int c = -1; c < 256; ++c) {
#define SHOW(name) putchar((name)(c) ? '1' : '0');
    EACH(SHOW)
    printf(" %d %d %d\n", (tolower)(c), (toupper)(c), (toascii)(c));
  }
  for (int c = -128; c < 256; ++c)
    printf("%d %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c],
           (*__ctype_toupper_loc())[c]);
  for (int c = 0; c < 256; ++c) {
#define MACRO(name) putchar(name(c) ? '1' : '0');
    EACH(MACRO)
    printf(" %d %d\n", tolower(c), toupper(c));
  }
  return 0;
}
