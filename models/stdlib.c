// Numbers from text, sorting and searching (stdlib.h, inttypes.h).
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return INT_MAX;
}

// A number as it stands in the text, before it is squeezed into a type.
struct parsed {
  unsigned long long magnitude;
  int negative;
  int overflow;
  const char *end; // The start of the text if there is no number in it.
};

static struct parsed parse(const char *text, int base) {
  struct parsed result = {0, 0, 0, text};
  const char *s = text;
  while (isSpace(*s))
    ++s;
  if (*s == '-' || *s == '+')
    result.negative = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') &&
      digitOf(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  for (; digitOf(*s) < base; ++s) {
    const unsigned digit = (unsigned)digitOf(*s);
    if (result.magnitude > (ULLONG_MAX - digit) / (unsigned)base)
      result.overflow = 1;
    result.magnitude = result.magnitude * (unsigned)base + digit;
    result.end = s + 1;
  }
  return result;
}

static int badBase(int base, const char *text, char **end) {
  if (base == 0 || (base >= 2 && base <= 36))
    return 0;
  errno = EINVAL;
  if (end)
    *end = (char *)text;
  return 1;
}

long long strtoll(const char *text, char **end, int base) {
  if (badBase(base, text, end))
    return 0;
  const struct parsed number = parse(text, base);
  if (end)
    *end = (char *)number.end;
  const unsigned long long limit = (unsigned long long)LLONG_MAX + (number.negative ? 1 : 0);
  if (number.overflow || number.magnitude > limit) {
    errno = ERANGE;
    return number.negative ? LLONG_MIN : LLONG_MAX;
  }
  return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

unsigned long long strtoull(const char *text, char **end, int base) {
  if (badBase(base, text, end))
    return 0;
  const struct parsed number = parse(text, base);
  if (end)
    *end = (char *)number.end;
  if (number.overflow) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return number.negative ? 0 - number.magnitude : number.magnitude;
}

long strtol(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
unsigned long strtoul(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

// What newer C headers turn the above into; they also accept 0b, which no older program relies on.
long __isoc23_strtol(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

intmax_t strtoimax(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
uintmax_t strtoumax(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}
intmax_t __isoc23_strtoimax(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}
long long strtoq(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
unsigned long long strtouq(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

int atoi(const char *text) {
  return (int)strtoll(text, NULL, 10);
}
long atol(const char *text) {
  return strtoll(text, NULL, 10);
}
long long atoll(const char *text) {
  return strtoll(text, NULL, 10);
}

int abs(int n) {
  return n < 0 ? -n : n;
}
long labs(long n) {
  return n < 0 ? -n : n;
}
long long llabs(long long n) {
  return n < 0 ? -n : n;
}

div_t div(int a, int b) {
  return (div_t){a / b, a % b};
}
ldiv_t ldiv(long a, long b) {
  return (ldiv_t){a / b, a % b};
}
lldiv_t lldiv(long long a, long long b) {
  return (lldiv_t){a / b, a % b};
}

intmax_t imaxabs(intmax_t n) {
  return n < 0 ? -n : n;
}
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  return (imaxdiv_t){a / b, a % b};
}

typedef int (*comparator)(const void *, const void *, void *);

struct sorting {
  size_t size;
  comparator compare;
  void *context;
  char *buffer; // As large as all elements.
};

static void mergeSort(char *base, size_t count, const struct sorting *sorting) {
  if (count < 2)
    return;
  const size_t size = sorting->size;
  char *left = base, *right = base + count / 2 * size;
  char *const middle = right, *const end = base + count * size;
  mergeSort(left, count / 2, sorting);
  mergeSort(right, count - count / 2, sorting);

  char *to = sorting->buffer;
  while (left < middle && right < end) {
    char **const from = sorting->compare(left, right, sorting->context) <= 0 ? &left : &right;
    memcpy(to, *from, size);
    *from += size;
    to += size;
  }
  // What is left of the right half already stands where it belongs.
  memcpy(to, left, (size_t)(middle - left));
  to += middle - left;
  memcpy(base, sorting->buffer, (size_t)(to - sorting->buffer));
}

// Stable, as the C library's usual one is, so that a program prints here what it prints there.
void qsort_r(void *base, size_t count, size_t size, comparator compare, void *context) {
  char small[1024];
  const int fits = count * size <= sizeof small;
  struct sorting sorting = {size, compare, context, fits ? small : malloc(count * size)};
  if (!sorting.buffer)
    abort();
  mergeSort(base, count, &sorting);
  if (!fits)
    free(sorting.buffer);
}

struct plainComparator {
  int (*compare)(const void *, const void *);
};

static int comparePlainly(const void *a, const void *b, void *context) {
  return ((const struct plainComparator *)context)->compare(a, b);
}

void qsort(void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  struct plainComparator plain = {compare};
  qsort_r(start, count, size, comparePlainly, &plain);
}

void *bsearch(const void *key, const void *start, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const char *base = start;
  while (count > 0) {
    const char *middle = base + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0)
      return (void *)middle;
    if (order > 0) {
      base = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}

void *lfind(const void *key, const void *start, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  const char *element = start;
  for (size_t i = 0; i < *count; ++i, element += size)
    if (compare(key, element) == 0)
      return (void *)element;
  return NULL;
}
void *lsearch(const void *key, void *start, size_t *count, size_t size,
              int (*compare)(const void *, const void *)) {
  void *found = lfind(key, start, count, size, compare);
  return found ? found : memcpy((char *)start + size * (*count)++, key, size);
}

// "a=b,c" for getsubopt: which of `tokens` the next part is.
int getsubopt(char **options, char *const *tokens, char **value) {
  char *part = *options;
  char *end = part + strcspn(part, ",");
  char *equals = memchr(part, '=', (size_t)(end - part));
  char *nameEnd = equals ? equals : end;
  *options = *end ? end + 1 : end;
  *end = 0;
  for (int i = 0; tokens[i]; ++i)
    if (!strncmp(tokens[i], part, (size_t)(nameEnd - part)) && !tokens[i][nameEnd - part]) {
      *value = equals ? equals + 1 : NULL;
      return i;
    }
  *value = part;
  return -1;
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, all);
}
void *valloc(size_t size) {
  return aligned_alloc(4096, size);
}
void *pvalloc(size_t size) {
  return aligned_alloc(4096, (size + 4095) & ~(size_t)4095);
}
