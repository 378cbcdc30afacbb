// The scanf family: formats and texts put together at random, from strings and from a file.
#include "generate.h"

struct results {
  int returned;
  long integers[2];
  double real;
  char word[64];
  int taken;
};

static void show(const struct results *r) {
  printf("%d %ld %ld %a '%s' %d\n", r->returned, r->integers[0], r->integers[1], r->real, r->word,
         r->taken);
}

static const char *const formats[] = {"%ld %ld %lf %20s%n",       "%li,%li,%lf,%20s%n",
                                      "%3ld%2ld%4lf%5s%n",        "%lx %lo %lg %20[a-z]%n",
                                      "%*d %ld %*s %ld %lf %s%n", "%ld%%%ld %lf %20[^,]%n",
                                      " %li x %lu %le %[]ab-]%n"};

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  for (int i = 0; i < 600; ++i) {
    char from[64];
    text(from, 40, i % 3 == 0 ? "0123456789 " : i % 3 == 1 ? "+-01x9af. ,%" : "12 .e+-infatyxa,");
    const char *format = formats[pick(sizeof formats / sizeof *formats)];
    struct results a = {0, {-1, -1}, -1, "none", -1}, b = a;
    a.returned = sscanf(from, format, &a.integers[0], &a.integers[1], &a.real, a.word, &a.taken);
    printf("'%s' '%s' ", format, from);
    show(&a);
    if (!*from)
      continue;
    FILE *file = tmpfile();
    fputs(from, file);
    rewind(file);
    b.returned = fscanf(file, format, &b.integers[0], &b.integers[1], &b.real, b.word, &b.taken);
    show(&b);
    char rest[64] = "";
    printf("%d '%s'\n", fgets(rest, sizeof rest, file) != NULL, rest);
    fclose(file);
  }
  int n;
  unsigned char small;
  short medium;
  long long large;
  float single;
  char *made = NULL;
  printf("%d\n", sscanf("300 70000 99999999999 1.5 word", "%hhu %hd %lld %f %ms", &small, &medium,
                        &large, &single, &made));
  printf("%d %d %lld %a %s\n", small, medium, large, single, made);
  free(made);
  char pair[3] = "zz";
  printf("%d ", sscanf("ab", "%2c", pair));
  printf("%s %d %d\n", pair, sscanf("", "%d", &n), sscanf("x", "%d", &n));
  void *pointer;
  printf("%d %p\n", sscanf("0x1234", "%p", &pointer), pointer);
  printf("%d\n", scanf("%d", &n));
  return 0;
}
