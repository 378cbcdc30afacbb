// strchr, strrchr, strstr, memchr, strspn, strcspn, strpbrk and strtok.
#include <stdio.h>
#include <string.h>

static long at(const char *base, const char *p) {
  return p ? p - base : -1;
}

int main(void) {
  const char *s = "over and under";
  printf("%ld %ld %ld\n", at(s, strchr(s, 'e')), at(s, strrchr(s, 'e')), at(s, strchr(s, 'z')));
  printf("%ld %ld\n", at(s, strchr(s, 0)), at(s, strrchr(s, 0)));
  printf("%ld %ld %ld\n", at(s, strstr(s, "and")), at(s, strstr(s, "")), at(s, strstr(s, "ant")));
  const char *repeats = "aabaabaac";
  printf("%ld\n", at(repeats, strstr(repeats, "aabaac")));
  const char raw[] = {1, 0, 2, (char)200, 0, 3};
  printf("%ld %ld %ld\n", at(raw, memchr(raw, 0, 6)), at(raw, memchr(raw, 200, 6)),
         at(raw, memchr(raw, 3, 5)));
  printf("%zu %zu\n", strspn("aabbcd", "ab"), strcspn("aabbcd", "cd"));
  printf("%ld %ld\n", at(s, strpbrk(s, "xud")), at(s, strpbrk(s, "xyz")));
  char list[] = ",a,,bc;d,";
  for (char *t = strtok(list, ",;"); t; t = strtok(NULL, ",;"))
    printf("[%s]", t);
  putchar('\n');
  char two[] = "k=v;x=y";
  char *outer, *inner;
  for (char *p = strtok_r(two, ";", &outer); p; p = strtok_r(NULL, ";", &outer)) {
    char *key = strtok_r(p, "=", &inner);
    printf("%s->%s ", key, strtok_r(NULL, "=", &inner));
  }
  putchar('\n');
  return (int)at(s, strstr(s, "under"));
}
