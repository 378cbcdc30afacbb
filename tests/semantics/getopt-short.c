// getopt, with words that are no options in between.
#include <stdio.h>
#include <unistd.h>

static void parse(const char *letters, int argc, char **argv) {
  int c;
  optind = 0;
  while ((c = getopt(argc, argv, letters)) != -1)
    printf("%c %s %d,", c, optarg ? optarg : "-", optind);
  printf(" rest:");
  for (int i = optind; i < argc; ++i)
    printf(" %s", argv[i]);
  putchar('\n');
}

#define PARSE(letters, ...)                                                                        \
  do {                                                                                             \
    char *words[] = {"tool", __VA_ARGS__, NULL};                                                   \
    parse(letters, sizeof words / sizeof *words - 1, words);                                       \
  } while (0)

int main(void) {
  opterr = 0;
  PARSE("ab:c::", "-a", "-b", "x", "file");
  PARSE("ab:c::", "-abx", "-cy", "-c", "z");
  PARSE("ab:c::", "one", "-a", "two", "-b", "x", "three");
  PARSE("+ab:", "one", "-a");
  PARSE("ab:", "-a", "--", "-b", "x");
  PARSE("ab:", "-q", "-a");
  PARSE("ab:", "-b");
  PARSE(":ab:", "-b");
  PARSE("ab:", "-", "-a");
  PARSE("ab:", "x", "--", "y", "-a");
  printf("%c\n", optopt);
  return 0;
}
