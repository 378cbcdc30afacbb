// The scanf family: conversions as C11 7.21.6.2 has them, on strings and streams, reading no
// further than one character behind what a conversion takes.
#define _GNU_SOURCE
// The header gives these functions other names; here they keep their own.
#include "streams.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum length { Char, Short, Int, Long, LongDouble };

struct conversion {
  int discards;  // A star: nothing is stored.
  int allocates; // m: room is made for the text.
  size_t width;
  enum length length;
  char letter;
  const char *set; // Of %[: its first character.
};

struct source {
  const char *text; // Of a string: what is left.
  struct stream *stream;
  size_t taken;
};

static int next(struct source *from) {
  const int c = from->stream  ? __heddle_get(from->stream)
                : *from->text ? (unsigned char)*from->text++
                              : EOF;
  if (c != EOF)
    ++from->taken;
  return c;
}

// Brings back what `next` gave last.
static void back(struct source *from, int c) {
  if (c == EOF)
    return;
  --from->taken;
  if (from->stream)
    from->stream->pushedBytes[from->stream->pushed++] = (unsigned char)c;
  else
    --from->text;
}

static int isBlank(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The first character that is none is brought back; whether there is one.
static int skipBlanks(struct source *from) {
  int c;
  do
    c = next(from);
  while (isBlank(c));
  back(from, c);
  return c != EOF;
}

static const char *readConversion(const char *format, struct conversion *into) {
  *into = (struct conversion){0, 0, 0, Int, 0, NULL};
  if (*format == '*') {
    into->discards = 1;
    ++format;
  }
  for (; *format >= '0' && *format <= '9'; ++format)
    into->width = into->width * 10 + (size_t)(*format - '0');
  for (;; ++format) {
    if (*format == 'h')
      into->length = into->length == Short ? Char : Short;
    else if (*format == 'l' || *format == 'q' || *format == 'j' || *format == 'z' || *format == 't')
      into->length = Long;
    else if (*format == 'L')
      into->length = LongDouble;
    else if (*format == 'm')
      into->allocates = 1;
    else
      break;
  }
  into->letter = *format;
  if (!*format)
    return format;
  ++format;
  if (into->letter == '[') {
    into->set = format;
    if (*format == '^')
      ++format;
    if (*format == ']')
      ++format;
    while (*format && *format != ']')
      ++format;
    if (*format)
      ++format;
  }
  return format;
}

static int isInSet(const char *set, int c) {
  const int inverted = *set == '^';
  const char *s = set + inverted;
  int found = 0;
  do {
    if (s[1] == '-' && s[2] && s[2] != ']') {
      found |= c >= (unsigned char)s[0] && c <= (unsigned char)s[2];
      s += 3;
    } else {
      found |= c == (unsigned char)*s++;
    }
  } while (*s && *s != ']');
  return found != inverted;
}

static void storeInteger(const struct conversion *conversion, void *to, unsigned long long value) {
  switch (conversion->length) {
  case Char:
    *(unsigned char *)to = (unsigned char)value;
    break;
  case Short:
    *(unsigned short *)to = (unsigned short)value;
    break;
  case Int:
    *(unsigned *)to = (unsigned)value;
    break;
  default:
    *(unsigned long long *)to = value;
  }
}

static int baseOf(char letter) {
  switch (letter) {
  case 'i':
    return 0;
  case 'o':
    return 8;
  case 'x':
  case 'X':
  case 'p':
    return 16;
  default:
    return 10;
  }
}

// --- numbers: the characters that can be one are collected, and the C library's own rules for
// strings tell what they mean.

enum { longest = 512 };
struct number {
  char text[longest];
  size_t size;
  size_t most; // As the width has it.
  struct source *from;
};

// Takes the next character if it is one of `wanted`.
static int takeOneOf(struct number *into, const char *wanted) {
  if (into->size == into->most)
    return 0;
  const int c = next(into->from);
  if (c == EOF || !c || !strchr(wanted, c)) {
    back(into->from, c);
    return 0;
  }
  into->text[into->size++] = (char)c;
  return 1;
}

static int isDigitOf(int c, int base) {
  const int value = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'z' ? c - 'a' + 10
                    : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                           : 99;
  return value < base;
}

static size_t takeDigits(struct number *into, int base) {
  size_t count = 0;
  while (into->size < into->most) {
    const int c = next(into->from);
    if (c == EOF || !isDigitOf(c, base)) {
      back(into->from, c);
      break;
    }
    into->text[into->size++] = (char)c;
    ++count;
  }
  return count;
}

static struct number begin(struct source *from, size_t width) {
  struct number number = {.size = 0, .from = from};
  number.most = width && width < longest - 1 ? width : longest - 1;
  return number;
}

// Whether there is a number.
static int scanInteger(struct source *from, const struct conversion *conversion,
                       unsigned long long *value) {
  struct number number = begin(from, conversion->width);
  int base = baseOf(conversion->letter);
  takeOneOf(&number, "+-");
  int digits = 0;
  if ((base == 0 || base == 16) && takeOneOf(&number, "0")) {
    digits = 1;
    if (takeOneOf(&number, "xX")) {
      // Without a digit behind it, as in the C library, "0x" stands for zero.
      base = 16;
      if (!takeDigits(&number, 16))
        --number.size;
    } else {
      base = base ? base : 8;
      takeDigits(&number, base);
    }
  } else {
    digits = (int)takeDigits(&number, base ? base : 10);
  }
  if (!digits)
    return 0;
  number.text[number.size] = 0;
  const int isSigned = conversion->letter == 'd' || conversion->letter == 'i';
  *value = isSigned ? (unsigned long long)strtoll(number.text, NULL, base ? base : 10)
                    : strtoull(number.text, NULL, base ? base : 10);
  return 1;
}

static int takeWord(struct number *into, const char *lower) {
  for (; *lower; ++lower) {
    const char both[] = {*lower, (char)(*lower - 'a' + 'A'), 0};
    if (!takeOneOf(into, both))
      return 0;
  }
  return 1;
}

// The text of a floating-point number; 0 if what stands there cannot be one.
static int collectReal(struct number *into) {
  takeOneOf(into, "+-");
  if (takeOneOf(into, "nN"))
    return takeWord(into, "an");
  if (takeOneOf(into, "iI")) {
    if (!takeWord(into, "nf"))
      return 0;
    return takeOneOf(into, "iI") ? takeWord(into, "nity") : 1;
  }
  int base = 10;
  size_t digits = 0;
  if (takeOneOf(into, "0")) {
    digits = 1;
    if (takeOneOf(into, "xX")) {
      base = 16;
      digits = 0;
    }
  }
  digits += takeDigits(into, base);
  if (takeOneOf(into, "."))
    digits += takeDigits(into, base);
  if (!digits)
    return 0;
  if (takeOneOf(into, base == 16 ? "pP" : "eE")) {
    takeOneOf(into, "+-");
    return takeDigits(into, 10) > 0;
  }
  return 1;
}

static int scanReal(struct source *from, const struct conversion *conversion, void *to) {
  struct number number = begin(from, conversion->width);
  if (!collectReal(&number))
    return 0;
  number.text[number.size] = 0;
  if (!to)
    return 1;
  if (conversion->length == LongDouble)
    *(long double *)to = strtold(number.text, NULL);
  else if (conversion->length == Long)
    *(double *)to = strtod(number.text, NULL);
  else
    *(float *)to = strtof(number.text, NULL);
  return 1;
}

// --- text

// %s, %[ and %c: as many characters as fit the conversion go to `to` or to room made for them.
static int scanText(struct source *from, const struct conversion *conversion, void *to) {
  const int isCharacters = conversion->letter == 'c';
  const size_t most = conversion->width ? conversion->width : isCharacters ? 1 : SIZE_MAX;
  char *into = conversion->allocates ? NULL : to;
  size_t room = 0, n = 0;
  while (n < most) {
    const int c = next(from);
    const int fits =
        c != EOF &&
        (isCharacters || (conversion->letter == 's' ? !isBlank(c) : isInSet(conversion->set, c)));
    if (!fits) {
      back(from, c);
      break;
    }
    if (conversion->allocates && to && n + 2 > room) {
      room = room ? 2 * room : 32;
      into = realloc(into, room);
      if (!into)
        abort();
    }
    if (into)
      into[n] = (char)c;
    ++n;
  }
  const int taken = n && (!isCharacters || n == most);
  if (into && taken && !isCharacters)
    into[n] = 0;
  if (conversion->allocates && to) {
    if (taken)
      *(char **)to = into;
    else
      free(into);
  }
  return taken;
}

// --- the whole format

static int convert(struct source *from, struct conversion *conversion, void *to) {
  unsigned long long value = 0;
  switch (conversion->letter) {
  case 'p':
    conversion->length = Long;
    // fall through
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    if (!scanInteger(from, conversion, &value))
      return 0;
    if (to)
      storeInteger(conversion, to, value);
    return 1;
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return scanReal(from, conversion, to);
  case 's':
  case '[':
  case 'c':
    return scanText(from, conversion, to);
  default:
    return 0;
  }
}

// A character of the format that stands for itself: 1 it is there, 0 another is, EOF none is.
static int matchLiteral(struct source *from, char wanted) {
  const int c = next(from);
  if (c == (unsigned char)wanted)
    return 1;
  back(from, c);
  return c == EOF ? EOF : 0;
}

static int scan(struct source *from, const char *format, va_list arguments) {
  int stored = 0;
  while (*format) {
    if (isBlank((unsigned char)*format)) {
      while (isBlank((unsigned char)*format))
        ++format;
      skipBlanks(from);
      continue;
    }
    struct conversion conversion;
    conversion.letter = 0;
    if (*format == '%')
      format = readConversion(format + 1, &conversion);
    if (!conversion.letter || conversion.letter == '%') {
      if (conversion.letter)
        skipBlanks(from);
      const int matched = matchLiteral(from, conversion.letter ? '%' : *format);
      if (matched != 1)
        return matched == EOF && !stored ? EOF : stored;
      format += conversion.letter ? 0 : 1;
      continue;
    }
    void *to = conversion.discards ? NULL : va_arg(arguments, void *);
    if (conversion.letter == 'n') {
      if (to)
        storeInteger(&conversion, to, from->taken);
      continue;
    }
    if (conversion.letter != 'c' && conversion.letter != '[')
      skipBlanks(from);
    const int c = next(from);
    back(from, c);
    if (c == EOF)
      return stored ? stored : EOF;
    if (!convert(from, &conversion, to))
      return stored;
    stored += !conversion.discards;
  }
  return stored;
}

static int scanString(const char *text, const char *format, va_list arguments) {
  struct source from = {text, NULL, 0};
  return scan(&from, format, arguments);
}

static int scanStream(FILE *of, const char *format, va_list arguments) {
  struct source from = {NULL, __heddle_enter(of), 0};
  const int result = scan(&from, format, arguments);
  __heddle_leave(from.stream);
  return result;
}

#define FORWARD(call)                                                                              \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  const int result = call;                                                                         \
  va_end(arguments);                                                                               \
  return result

// Each under the name a program of any standard gets from the header.
#define FAMILY(name, asm_name)                                                                     \
  int vsscanf##name(const char *text, const char *format,                                          \
                    va_list arguments) __asm__(asm_name "vsscanf");                                \
  int vsscanf##name(const char *text, const char *format, va_list arguments) {                     \
    return scanString(text, format, arguments);                                                    \
  }                                                                                                \
  int sscanf##name(const char *text, const char *format, ...) __asm__(asm_name "sscanf");          \
  int sscanf##name(const char *text, const char *format, ...) {                                    \
    FORWARD(scanString(text, format, arguments));                                                  \
  }                                                                                                \
  int vfscanf##name(FILE *of, const char *format, va_list arguments) __asm__(asm_name "vfscanf");  \
  int vfscanf##name(FILE *of, const char *format, va_list arguments) {                             \
    return scanStream(of, format, arguments);                                                      \
  }                                                                                                \
  int fscanf##name(FILE *of, const char *format, ...) __asm__(asm_name "fscanf");                  \
  int fscanf##name(FILE *of, const char *format, ...) {                                            \
    FORWARD(scanStream(of, format, arguments));                                                    \
  }                                                                                                \
  int vscanf##name(const char *format, va_list arguments) __asm__(asm_name "vscanf");              \
  int vscanf##name(const char *format, va_list arguments) {                                        \
    return scanStream(stdin, format, arguments);                                                   \
  }                                                                                                \
  int scanf##name(const char *format, ...) __asm__(asm_name "scanf");                              \
  int scanf##name(const char *format, ...) {                                                       \
    FORWARD(scanStream(stdin, format, arguments));                                                 \
  }

FAMILY(Plain, "")
FAMILY(C99, "__isoc99_")
FAMILY(C23, "__isoc23_")
