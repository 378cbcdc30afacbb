// Numbers from text, with the end pointer and errno, and arithmetic of stdlib.h.
#include "generate.h"
#include <inttypes.h>

#define PARSE(function, format, cast)                                                              \
  do {                                                                                             \
    char *end = NULL;                                                                              \
    errno = 0;                                                                                     \
    printf(#function " " format, (cast)function(s, &end, base));                                   \
    printf(" %ld %d\n", place(end, s), errno);                                                     \
  } while (0)
#define REAL(function, format)                                                                     \
  do {                                                                                             \
    char *end = NULL;                                                                              \
    errno = 0;                                                                                     \
    printf(#function " " format, function(s, &end));                                               \
    printf(" %ld %d\n", place(end, s), errno);                                                     \
  } while (0)

static void integers(const char *s) {
  int base = (int)pick(36);
  base += base > 0; // 0, 2 ... 36; what the end is with others is not defined.
  if (pick(3) == 0)
    base = 0;
  printf("'%s' %d\n", s, base);
  PARSE(strtol, "%ld", long);
  PARSE(strtoul, "%lu", unsigned long);
  PARSE(strtoll, "%lld", long long);
  PARSE(strtoull, "%llu", unsigned long long);
  PARSE(strtoimax, "%jd", intmax_t);
  PARSE(strtoumax, "%ju", uintmax_t);
  PARSE(strtoq, "%lld", long long);
  PARSE(strtouq, "%llu", unsigned long long);
  printf("%d %ld %lld\n", atoi(s), atol(s), atoll(s));
}

static void reals(const char *s) {
  printf("'%s'\n", s);
  REAL(strtod, "%a");
  REAL(strtof, "%a");
  REAL(strtold, "%La");
  printf("%a\n", atof(s));
}

static void edges(void) {
  static const char *const numbers[] = {"2147483647",
                                        "2147483648",
                                        "-2147483648",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "-18446744073709551615",
                                        "0x7fffffffffffffff",
                                        "0x",
                                        "0xg",
                                        "08",
                                        "-",
                                        "+",
                                        "",
                                        "  +7",
                                        "- 7",
                                        "0x1p3",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "nan",
                                        "-inf",
                                        "infinity",
                                        "infinit",
                                        "nan(12)",
                                        ".",
                                        ".e1",
                                        "1e",
                                        "1e+",
                                        "0x.8p1",
                                        "0b11",
                                        "0777",
                                        "1_000"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    integers(numbers[i]);
    reals(numbers[i]);
  }
  char *end;
  errno = 0;
  printf("%ld %d\n", strtol("12", &end, 1), errno);
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  edges();
  for (int i = 0; i < 300; ++i) {
    char s[48];
    text(s, 24, i % 2 ? " -+0x19aF7z" : "0123456789");
    integers(s);
    text(s, 20, i % 2 ? "+-.0123456789e" : "0x.19afp+-infa ");
    reals(s);
    const int64_t a = (int64_t)pick(~0ull), b = (int64_t)pick(i % 2 ? 100 : ~0ull) + 1;
    const div_t small = div((int)(a >> 33), (int)(b >> 33) + 7);
    const ldiv_t large = ldiv(a, b);
    const lldiv_t larger = lldiv(-(a >> 1), b);
    const imaxdiv_t largest = imaxdiv(a >> 3, -b);
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", small.quot, small.rem, large.quot, large.rem,
           larger.quot, larger.rem, largest.quot, largest.rem);
    printf("%d %ld %lld %jd\n", abs((int)(a >> 33)), labs(a >> 1), llabs(-(a >> 2)),
           imaxabs(-(a >> 4)));
  }
  return 0;
}
