// getopt_long and getopt_long_only.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

static int flag;
static const struct option options[] = {
    {"all", no_argument, NULL, 'a'},        {"size", required_argument, NULL, 's'},
    {"color", optional_argument, NULL, 'c'}, {"verbose", no_argument, &flag, 7},
    {"sizes", no_argument, NULL, 'S'},      {NULL, 0, NULL, 0}};

static void parse(int only, int argc, char **argv) {
  int c, index = -1;
  optind = 0;
  flag = 0;
  while ((c = only ? getopt_long_only(argc, argv, "as:", options, &index)
                   : getopt_long(argc, argv, "as:", options, &index)) != -1)
    printf("%d %s %d,", c, optarg ? optarg : "-", optind);
  printf(" flag %d rest:", flag);
  for (int i = optind; i < argc; ++i)
    printf(" %s", argv[i]);
  putchar('\n');
}

#define PARSE(only, ...)                                                                           \
  do {                                                                                             \
    char *words[] = {"tool", __VA_ARGS__, NULL};                                                   \
    parse(only, sizeof words / sizeof *words - 1, words);                                          \
  } while (0)

int main(void) {
  opterr = 0;
  PARSE(0, "--all", "--size", "3", "file", "-a");
  PARSE(0, "--size=4", "--color", "--color=red", "--verbose");
  PARSE(0, "--al", "--verb", "x");
  PARSE(0, "--si", "--nothing");
  PARSE(0, "--all=3", "--size");
  PARSE(0, "a", "--", "--all");
  PARSE(1, "-all", "-size", "9", "-a", "-s5");
  return 0;
}
