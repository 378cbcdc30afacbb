// snprintf and sprintf: truncation, return value, size zero, chained use.
#include <stdio.h>
#include <string.h>

int main(void) {
  char buf[12];
  for (size_t n = 0; n <= sizeof buf; n += 3) {
    memset(buf, '#', sizeof buf);
    int r = snprintf(buf, n, "%s-%d", "value", 12345);
    printf("%zu %d ", n, r);
    for (size_t i = 0; i < sizeof buf; i++)
      putchar(buf[i] ? buf[i] : '.');
    putchar('\n');
  }
  printf("%d\n", snprintf(NULL, 0, "%08.3f|%x", 3.14159, 255u));
  char line[64];
  int used = 0;
  for (int i = 0; i < 5; i++)
    used += snprintf(line + used, sizeof line - (size_t)used, "%d,", i * i * i);
  line[used - 1] = 0;
  puts(line);
  int r = sprintf(line, "%c%5s%-5s|%+d", 'c', "ab", "cd", 7);
  printf("%d %s\n", r, line);
  snprintf(buf, sizeof buf, "%s", line);
  puts(buf);
  sprintf(line, "%lld %hhx %zu", -1ll, (unsigned char)0xAB, sizeof buf);
  puts(line);
  return r;
}
