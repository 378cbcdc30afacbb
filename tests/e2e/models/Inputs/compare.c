// Calls each model and the library's function of the same name with the same arguments.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: %s\n", __LINE__, #condition);                                           \
      fprintf(stderr, __VA_ARGS__);                                                                \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

#define EACH_CLASS(X)                                                                              \
  X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint)          \
  X(ispunct) X(isspace) X(isupper) X(isxdigit)

#define DECLARE_CLASS(name) int model_##name(int);
EACH_CLASS(DECLARE_CLASS)
int model_tolower(int), model_toupper(int);
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

#define DECLARE(name) extern __typeof__(name) model_##name;
DECLARE(strlen) DECLARE(strnlen) DECLARE(stpcpy) DECLARE(strcpy) DECLARE(strncpy) DECLARE(strcat)
DECLARE(strncat) DECLARE(strcmp) DECLARE(strncmp) DECLARE(strchr) DECLARE(strrchr) DECLARE(strstr)
DECLARE(strspn) DECLARE(strcspn) DECLARE(strpbrk) DECLARE(strtok_r) DECLARE(memchr) DECLARE(memcmp)
DECLARE(strdup) DECLARE(strtol) DECLARE(strtoul) DECLARE(atoi) DECLARE(qsort) DECLARE(bsearch)

static int sign(int n) { return (n > 0) - (n < 0); }

static void randomText(char *text, int longest, const char *alphabet) {
  int length = rand() % (longest + 1);
  for (int i = 0; i < length; i++)
    text[i] = alphabet[(size_t)rand() % strlen(alphabet)];
  text[length] = 0;
}

static void compareClasses(void) {
  for (int c = -128; c < 256; c++) {
    CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d\n", c);
    CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d\n", c);
    CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d\n", c);
  }
  for (int c = -1; c < 256; c++) {
#define COMPARE_CLASS(name) CHECK(!model_##name(c) == !(name)(c), "%d\n", c);
    EACH_CLASS(COMPARE_CLASS)
    CHECK(model_tolower(c) == (tolower)(c), "%d\n", c);
    CHECK(model_toupper(c) == (toupper)(c), "%d\n", c);
  }
}

static void compareNumbers(const char *text) {
  int base = rand() % 36;
  base += base > 0; // 0, 2 ... 36: with others the end pointer is not defined.
  char *end, *modelEnd;
  errno = 0;
  long expected = strtol(text, &end, base);
  int error = errno;
  errno = 0;
  long got = model_strtol(text, &modelEnd, base);
  CHECK(got == expected && modelEnd == end && errno == error, "'%s' base %d\n", text, base);
  errno = 0;
  unsigned long unsignedExpected = strtoul(text, &end, base);
  error = errno;
  errno = 0;
  unsigned long unsignedGot = model_strtoul(text, &modelEnd, base);
  CHECK(unsignedGot == unsignedExpected && modelEnd == end && errno == error, "'%s' base %d\n",
        text, base);
  CHECK(model_atoi(text) == atoi(text), "'%s'\n", text);
}

static void compareStrings(const char *text, const char *part) {
#define SAME(call) CHECK((call) == (model_##call), "'%s' '%s'\n", text, part)
#define SAME_SIGN(call) CHECK(sign(call) == sign(model_##call), "'%s' '%s'\n", text, part)
  SAME(strlen(text));
  SAME(strnlen(text, 5));
  SAME(strchr(text, '9'));
  SAME(strchr(text, 0));
  SAME(strrchr(text, '9'));
  SAME(strstr(text, part));
  SAME(strspn(text, part));
  SAME(strcspn(text, part));
  SAME(strpbrk(text, part));
  SAME(memchr(text, '7', strlen(text)));
  SAME_SIGN(strcmp(text, part));
  SAME_SIGN(strncmp(text, part, 2));
  SAME_SIGN(memcmp(text, part, strlen(part) < strlen(text) ? strlen(part) : strlen(text)));
}

static void compareCopies(const char *text, const char *part) {
  char expected[128], got[128];
  memset(expected, 7, sizeof expected);
  memset(got, 7, sizeof got);
  size_t n = (size_t)rand() % 40;
  strncpy(expected, text, n);
  model_strncpy(got, text, n);
  CHECK(!memcmp(expected, got, sizeof got), "strncpy '%s' %zu\n", text, n);
  CHECK(stpcpy(expected, text) - expected == model_stpcpy(got, text) - got, "'%s'\n", text);
  strncat(expected, part, 2);
  model_strncat(got, part, 2);
  strcat(expected, part);
  model_strcat(got, part);
  CHECK(!memcmp(expected, got, sizeof got), "strcat '%s' '%s'\n", text, part);
  char *copy = model_strdup(text);
  CHECK(!strcmp(copy, text), "strdup '%s'\n", text);
  free(copy);

  strcpy(expected, text);
  model_strcpy(got, text);
  char *rest, *modelRest, *word = strtok_r(expected, part, &rest),
                          *modelWord = model_strtok_r(got, part, &modelRest);
  while (word && modelWord) {
    CHECK(word - expected == modelWord - got, "strtok_r '%s' '%s'\n", text, part);
    word = strtok_r(NULL, part, &rest);
    modelWord = model_strtok_r(NULL, part, &modelRest);
  }
  CHECK(!word && !modelWord && !memcmp(expected, got, sizeof got), "strtok_r '%s' '%s'\n", text,
        part);
}

// Many elements are equal to it, so that only a stable sort gives the same.
static int byTens(const void *a, const void *b) { return *(int *)a / 10 - *(int *)b / 10; }

static void compareSorting(void) {
  static int expected[600], got[600];
  size_t count = (size_t)rand() % 600;
  for (size_t i = 0; i < count; i++)
    expected[i] = got[i] = rand() % 1000;
  qsort(expected, count, sizeof(int), byTens);
  model_qsort(got, count, sizeof(int), byTens);
  CHECK(!memcmp(expected, got, count * sizeof(int)), "%zu elements\n", count);
  int key = rand() % 1000;
  int *found = model_bsearch(&key, got, count, sizeof(int), byTens);
  CHECK(!found == !bsearch(&key, got, count, sizeof(int), byTens), "%d\n", key);
  CHECK(!found || byTens(&key, found) == 0, "%d\n", key);
}

int main(void) {
  compareClasses();
  for (int i = 0; i < 100000; i++) {
    char text[32], part[8];
    randomText(text, 26, " -+0x19aF7z");
    randomText(part, 3, " -09");
    compareNumbers(text);
    compareStrings(text, part);
    compareCopies(text, part);
  }
  for (int i = 0; i < 1000; i++)
    compareSorting();
  return 0;
}
