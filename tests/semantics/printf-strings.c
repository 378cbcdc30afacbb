// printf of strings and characters, puts, putchar, fputs, fwrite, return values.
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *s = "shuttle";
  printf("%s|%10s|%-10s|%.3s|%10.3s|%-10.3s|\n", s, s, s, s, s, s);
  printf("%.0s|%.*s|%*s|\n", s, 4, s, 9, s);
  char raw[3] = {'a', 'b', 'c'};
  printf("%.3s|%.2s\n", raw, raw);
  printf("%s%s%s|\n", "", "x", "");
  printf("100%% %c%c%c\n", 'o', 'k', '!');
  int a = puts("puts adds a newline");
  int b = putchar('p');
  putchar('\n');
  int c = fputs("fputs does not\n", stdout);
  int d = fputc('f', stdout);
  putc('\n', stdout);
  size_t e = fwrite("items", 2, 2, stdout);
  int f = fprintf(stdout, "\n%s\n", "fprintf");
  printf("%d %d %d %d %zu %d\n", a >= 0, b, c >= 0, d, e, f);
  printf("tab\there\n");
  printf("plain text, no conversion\n");
  fflush(stdout);
  char line[] = "embedded\0tail";
  printf("%s %zu %s\n", line, sizeof line, line + 9);
  return (int)strlen(s);
}
