// strlen, strcpy, strncpy, strcat, strncat and strdup.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void bytes(const char *p, int n) {
  for (int i = 0; i < n; i++)
    printf("%c", p[i] ? p[i] : '.');
  putchar('\n');
}

int main(void) {
  char buf[16];
  memset(buf, '#', sizeof buf);
  char *r = strcpy(buf, "copy");
  printf("%d %zu ", r == buf, strlen(buf));
  bytes(buf, sizeof buf);
  memset(buf, '#', sizeof buf);
  strncpy(buf, "abc", 8);
  bytes(buf, sizeof buf);
  memset(buf, '#', sizeof buf);
  // No terminator when the source is too long.
  strncpy(buf, "truncated", 5);
  bytes(buf, sizeof buf);
  buf[0] = 0;
  strcat(buf, "one");
  strcat(buf, "");
  strncat(buf, "two-three", 4);
  printf("%s %zu\n", buf, strlen(buf));
  printf("%zu %zu %zu\n", strlen(""), strlen("a\0b"), strnlen("abcdef", 4));
  char *d = strdup("duplicate");
  if (!d)
    return 1;
  d[0] = 'D';
  puts(d);
  free(d);
  d = strndup("duplicate", 3);
  if (!d)
    return 1;
  printf("%s %zu\n", d, strlen(d));
  free(d);
  char *end = stpcpy(buf, "stp");
  return (int)(end - buf);
}
