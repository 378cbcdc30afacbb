// Options of a command line (getopt.h), with the GNU order: words that are no options move behind
// those that are, unless the options begin with '+' or POSIXLY_CORRECT is set.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;                // Of a word of several short options: what is left.
static int firstOther, lastOther; // Words passed over: they lie in argv[firstOther..lastOther).

// Brings the options argv[lastOther..optind) before the words passed over.
static void exchange(char **argv) {
  while (lastOther < optind) {
    char *option = argv[lastOther];
    for (int i = lastOther; i > firstOther; --i)
      argv[i] = argv[i - 1];
    argv[firstOther] = option;
    ++firstOther;
    ++lastOther;
  }
}

static int isOption(const char *word) {
  return word[0] == '-' && word[1];
}

static int complain(int wanted, char *const *argv, const char *format, const char *what, int size) {
  if (wanted && opterr)
    fprintf(stderr, format, argv[0], size, what);
  return '?';
}

// 1 if there is a next option at argv[optind], 0 at the end.
static int nextWord(int argc, char **argv, int permutes) {
  if (permutes) {
    if (firstOther != lastOther && lastOther != optind)
      exchange(argv);
    else if (lastOther != optind)
      firstOther = optind;
    while (optind < argc && !isOption(argv[optind]))
      ++optind;
    lastOther = optind;
  }
  if (optind < argc && !strcmp(argv[optind], "--")) {
    ++optind;
    if (firstOther != lastOther && lastOther != optind)
      exchange(argv);
    else if (firstOther == lastOther)
      firstOther = optind;
    lastOther = argc;
    optind = argc;
  }
  if (optind == argc) {
    if (firstOther != lastOther)
      optind = firstOther;
    return 0;
  }
  return isOption(argv[optind]);
}

static int longOption(int argc, char **argv, const char *letters, const struct option *options,
                      int *index, const char *word) {
  const char *equals = strchr(word, '=');
  const size_t length = equals ? (size_t)(equals - word) : strlen(word);
  const int complains = *letters != ':';
  int found = -1, isAmbiguous = 0;
  for (int i = 0; options[i].name; ++i) {
    if (strncmp(options[i].name, word, length) != 0)
      continue;
    if (strlen(options[i].name) == length) {
      found = i;
      isAmbiguous = 0;
      break;
    }
    const int differs = found >= 0 && (options[found].has_arg != options[i].has_arg ||
                                       options[found].flag != options[i].flag ||
                                       options[found].val != options[i].val);
    isAmbiguous |= differs;
    if (found < 0)
      found = i;
  }
  ++optind;
  optopt = 0;
  if (isAmbiguous)
    return complain(complains, argv, "%s: option '--%.*s' is ambiguous\n", word, (int)length);
  if (found < 0)
    return complain(complains, argv, "%s: unrecognized option '--%.*s'\n", word, (int)length);
  const struct option *option = &options[found];
  optarg = NULL;
  if (equals) {
    if (option->has_arg == no_argument) {
      optopt = option->val;
      return complain(complains, argv, "%s: option '--%.*s' doesn't allow an argument\n", word,
                      (int)length);
    }
    optarg = (char *)equals + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= argc) {
      optopt = option->val;
      complain(complains, argv, "%s: option '--%.*s' requires an argument\n", word, (int)length);
      return complains ? '?' : ':';
    }
    optarg = argv[optind++];
  }
  if (index)
    *index = found;
  if (!option->flag)
    return option->val;
  *option->flag = option->val;
  return 0;
}

// Of a word with one dash: whether it is to be read as a long option.
static int isLong(const struct option *options, const char *word, int isUnknownLetter) {
  const size_t length = strcspn(word, "=");
  for (; options->name; ++options)
    if (!strncmp(options->name, word, length) && (word[1] || isUnknownLetter))
      return 1;
  return isUnknownLetter;
}

static int shortOption(int argc, char **argv, const char *letters, int complains) {
  const char letter = *rest++;
  const char *known = letter == ':' || letter == ';' ? NULL : strchr(letters, letter);
  if (!*rest)
    ++optind;
  if (!known) {
    optopt = letter;
    const char text[] = {letter, 0};
    return complain(complains, argv, "%s: invalid option -- '%.*s'\n", text, 1);
  }
  optarg = NULL;
  if (known[1] != ':')
    return letter;
  if (*rest) {
    optarg = rest;
    ++optind;
  } else if (known[2] != ':') {
    if (optind >= argc) {
      optopt = letter;
      const char text[] = {letter, 0};
      complain(complains, argv, "%s: option requires an argument -- '%.*s'\n", text, 1);
      rest = NULL;
      return complains ? '?' : ':';
    }
    optarg = argv[optind++];
  }
  rest = NULL;
  return letter;
}

static int parse(int argc, char **argv, const char *letters, const struct option *options,
                 int *index, int onlyLong) {
  if (optind == 0 || (!firstOther && !rest)) {
    if (optind == 0)
      optind = 1;
    firstOther = lastOther = optind;
    rest = NULL;
  }
  const int permutes = *letters != '+' && *letters != '-' && !getenv("POSIXLY_CORRECT");
  if (*letters == '+' || *letters == '-')
    ++letters;
  const int complains = *letters != ':';
  if (!rest || !*rest) {
    rest = NULL;
    optarg = NULL;
    if (!nextWord(argc, argv, permutes))
      return -1;
    const char *word = argv[optind];
    if (options && word[1] == '-')
      return longOption(argc, argv, letters, options, index, word + 2);
    if (options && onlyLong && isLong(options, word + 1, !strchr(letters, word[1])))
      return longOption(argc, argv, letters, options, index, word + 1);
    rest = argv[optind] + 1;
  }
  return shortOption(argc, argv, letters, complains);
}

int getopt(int argc, char *const *argv, const char *letters) {
  return parse(argc, (char **)argv, letters, NULL, NULL, 0);
}
int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options,
                int *index) {
  return parse(argc, (char **)argv, letters, options, index, 0);
}
int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *options,
                     int *index) {
  return parse(argc, (char **)argv, letters, options, index, 1);
}
