// Strings beyond C11, error texts, and fortified copies.
#define _GNU_SOURCE
#if __OPTIMIZE__
#define _FORTIFY_SOURCE 2
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) {
  return (n > 0) - (n < 0);
}

int main(int argc, char **argv) {
  (void)argv;
  char buffer[64];
  strcpy(buffer, argc ? "One,Two;;Three" : "");
  strcat(buffer, argc ? ",Four" : "");
  strncat(buffer, "!!!", argc);
  puts(buffer);
  char *rest = buffer;
  for (char *part; (part = strsep(&rest, ",;"));)
    printf("[%s]", part);
  puts("");
  snprintf(buffer, sizeof buffer, "%s-%d", "text", argc);
  puts(buffer);
  sprintf(buffer, "%05d|%-5s|", argc, "ab");
  puts(buffer);
  memset(buffer, 'x', (size_t)argc + 4);
  memmove(buffer + 1, buffer, (size_t)argc + 4);
  *stpncpy(buffer, "abc", 3) = 0;
  puts(buffer);
  printf("%d %d %d\n", sign(strcasecmp("Straw", "sTRAW")), sign(strncasecmp("abcX", "ABCy", 3)),
         sign(strcasecmp("a", "B")));
  printf("%s %s\n", strcasestr("needle in HayStack", "hays"), strchrnul("abc", 'z'));
  const char *bytes = "abcabc";
  printf("%td %td\n", (char *)memrchr(bytes, 'b', 6) - bytes,
         (char *)memmem(bytes, 6, "ca", 2) - bytes);
  char *copy = strndup("fourteen", 4);
  puts(copy);
  free(copy);
  printf("%s|%s|%s\n", strerror(1), strerror(110), strerror(4321));
  char *end;
  printf("%g %s\n", strtod(" -12.5e1xyz", &end), end);
  printf("%g %g %La\n", (double)strtof("0x1.8p1", NULL), atof("inf"), strtold("0.1", NULL));
  int a;
  short s;
  unsigned char c;
  char set[8], text[8];
  double d;
  int n = sscanf("7:-3;200 <ab-c> 1e3%", "%d:%hd;%hhu <%7[a-z-]> %lf%%%n", &a, &s, &c, set, &d, &n);
  printf("%d %d %d %d %s %g\n", n, a, s, c, set, d);
  n = sscanf("abcdef 0x", "%3c%s %x", text, set, (unsigned *)&a);
  printf("%d %.3s %s\n", n, text, set);
  return 0;
}
