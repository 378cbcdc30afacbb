// perror, warn, err, error: what they print goes to standard error; the exit code is theirs.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  errno = ENOENT;
  perror("what");
  perror(NULL);
  warn("file %d", 1);
  warnx("no %s", "number");
  error(0, EINVAL, "said %d", 2);
  error(0, 0, "said");
  printf("%d %u\n", errno != 0, error_message_count);
  if (getenv("NEVER_SET_HERE"))
    errx(4, "not here");
  err(3, "the end");
}
