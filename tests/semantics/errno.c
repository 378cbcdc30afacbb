// errno: set by the library, kept by success, saved and restored.
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int quiet_parse(const char *s, long *out) {
  int saved = errno;
  errno = 0;
  *out = strtol(s, NULL, 10);
  int failed = errno;
  errno = saved;
  return failed;
}

int main(void) {
  errno = 0;
  printf("%d\n", errno);
  errno = EINVAL;
  long v;
  int r = quiet_parse("12345678901234567890", &v);
  printf("%d %d %d\n", r == ERANGE, v == LONG_MAX, errno == EINVAL);
  r = quiet_parse("77", &v);
  printf("%d %ld %d\n", r, v, errno == EINVAL);
  int *where = &errno;
  *where = ENOENT;
  printf("%d %s\n", errno == ENOENT, strerror(errno));
  printf("%s|%s\n", strerror(EINVAL), strerror(0));
  errno = 0;
  volatile double minus = -1;
  double d = log(minus);
  printf("%d %d\n", errno == EDOM, isnan(d) != 0);
  errno = 0;
  volatile double big = 1000;
  d = exp(big);
  printf("%d %d\n", errno == ERANGE, isinf(d) != 0);
  return EDOM;
}
