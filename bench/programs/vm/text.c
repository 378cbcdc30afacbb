// String work on a generated text: splits it into words, counts and hashes them, reverses each in
// place and compares neighbours. Bytes, short loops, small functions with pointers.
#include <stdio.h>

enum { Bytes = 60000, Rounds = 20, Buckets = 256 };
static char text[Bytes + 1];
static unsigned counts[Buckets];

static unsigned next(unsigned *state) {
  *state = *state * 1103515245u + 12345u;
  return *state >> 16;
}

static void generate(unsigned seed) {
  unsigned at = 0;
  while (at < Bytes) {
    unsigned length = 2 + next(&seed) % 7;
    while (length-- && at < Bytes)
      text[at++] = (char)('a' + next(&seed) % 26);
    if (at < Bytes)
      text[at++] = next(&seed) % 9 ? ' ' : '\n';
  }
  text[Bytes] = 0;
}

static int isSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

static char *endOfWord(char *at) {
  while (*at && !isSpace(*at))
    ++at;
  return at;
}

static unsigned hashWord(const char *from, const char *to) {
  unsigned hash = 5381;
  while (from != to)
    hash = hash * 33 + (unsigned char)*from++;
  return hash;
}

static void reverse(char *from, char *to) {
  while (from < --to) {
    char c = *from;
    *from++ = *to;
    *to = c;
  }
}

static int compare(const char *a, const char *b) {
  while (*a && *a == *b && !isSpace(*a)) {
    ++a;
    ++b;
  }
  return *a - *b;
}

int main(void) {
  unsigned words = 0, lines = 0, sum = 0;
  generate(42);
  for (unsigned round = 0; round < Rounds; ++round) {
    const char *previous = text;
    for (char *at = text; *at;) {
      if (isSpace(*at)) {
        lines += *at++ == '\n';
        continue;
      }
      char *end = endOfWord(at);
      ++words;
      ++counts[hashWord(at, end) % Buckets];
      reverse(at, end);
      sum += compare(previous, at) < 0;
      previous = at;
      at = end;
    }
  }
  for (unsigned i = 0; i < Buckets; ++i)
    sum = sum * 31 + counts[i];
  printf("%u %u %u\n", words, lines, sum);
  return 0;
}
