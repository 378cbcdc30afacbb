// strtol, strtoul, strtoll, strtod, atoi and atof, with end and errno.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s, int base) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, base);
  printf("%ld %td %d\n", v, end - s, errno == ERANGE ? 1 : 0);
}

int main(void) {
  show("42", 10);
  show("  -17rest", 10);
  show("+9", 10);
  show("0x1F", 16);
  show("0x1F", 0);
  show("0755", 0);
  show("z", 36);
  show("1012", 2);
  show("none", 10);
  show("", 10);
  show("0x", 16);
  show("99999999999999999999", 10);
  show("-99999999999999999999", 10);
  char *end;
  errno = 0;
  printf("%lu ", strtoul("18446744073709551615", &end, 10));
  printf("%d %lu\n", errno, strtoul("-1", NULL, 10));
  printf("%lld %llu\n", strtoll("-9223372036854775808", NULL, 10), strtoull("ffffffff", NULL, 16));
  printf("%d %d %ld\n", atoi("123abc"), atoi("-"), atol("  77"));
  const char *r = "3.25e2xyz";
  double d = strtod(r, &end);
  printf("%g %td\n", d, end - r);
  printf("%g %g %g %g\n", strtod("-.5", NULL), strtod("inf", NULL), strtod("0x1.8p1", NULL),
         atof("1e-3"));
  return atoi("  12");
}
