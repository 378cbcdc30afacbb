// sscanf: conversions as C11 7.21.6.2 has them, on a string. Without stdio.h, which gives sscanf
// another name.
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { endOfText = -1 }; // EOF
enum length { Char, Short, Int, Long, LongDouble };

struct conversion {
  int discards; // A star: nothing is stored.
  size_t width;
  enum length length;
  char letter;
  const char *set; // Of %[: its first character.
};

static int isBlank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skipBlanks(const char *s) {
  while (isBlank(*s))
    ++s;
  return s;
}

static const char *readConversion(const char *format, struct conversion *into) {
  *into = (struct conversion){0, 0, Int, 0, NULL};
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

static int isInSet(const char *set, char c) {
  const int inverted = *set == '^';
  const char *s = set + inverted;
  int found = 0;
  do {
    if (s[1] == '-' && s[2] && s[2] != ']') {
      found |= (unsigned char)c >= (unsigned char)s[0] && (unsigned char)c <= (unsigned char)s[2];
      s += 3;
    } else {
      found |= c == *s++;
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

// The longest start of the text that can begin a number, within the width, copied so that the
// parser sees no more of it.
#define LONGEST 512
static void copyNumber(const char *text, size_t width, int isReal, char *into) {
  const size_t most = width && width < LONGEST ? width : LONGEST - 1;
  size_t n = 0;
  for (; n < most && text[n] && !isBlank(text[n]); ++n) {
    const char c = text[n];
    const int fits = isalnum((unsigned char)c) || c == '+' || c == '-' || (isReal && c == '.');
    if (!fits)
      break;
    into[n] = c;
  }
  into[n] = 0;
}

// How many characters the number takes; 0 if there is none.
static size_t scanInteger(const char *text, const struct conversion *conversion,
                          unsigned long long *value) {
  char copy[LONGEST];
  char *end;
  copyNumber(text, conversion->width, 0, copy);
  const int base = baseOf(conversion->letter);
  const int isSigned = conversion->letter == 'd' || conversion->letter == 'i';
  *value = isSigned ? (unsigned long long)strtoll(copy, &end, base) : strtoull(copy, &end, base);
  return (size_t)(end - copy);
}

static size_t scanReal(const char *text, const struct conversion *conversion, void *to) {
  char copy[LONGEST];
  char *end;
  copyNumber(text, conversion->width, 1, copy);
  if (conversion->length == LongDouble) {
    const long double value = strtold(copy, &end);
    if (end != copy && to)
      *(long double *)to = value;
  } else if (conversion->length == Long) {
    const double value = strtod(copy, &end);
    if (end != copy && to)
      *(double *)to = value;
  } else {
    const float value = strtof(copy, &end);
    if (end != copy && to)
      *(float *)to = value;
  }
  return (size_t)(end - copy);
}

static size_t scanText(const char *text, const struct conversion *conversion, char *to) {
  const size_t most = conversion->width ? conversion->width : SIZE_MAX;
  size_t n = 0;
  while (n < most && text[n] &&
         (conversion->letter == 's' ? !isBlank(text[n]) : isInSet(conversion->set, text[n])))
    ++n;
  if (n && to) {
    memcpy(to, text, n);
    to[n] = 0;
  }
  return n;
}

static size_t scanCharacters(const char *text, const struct conversion *conversion, char *to) {
  const size_t wanted = conversion->width ? conversion->width : 1;
  const size_t n = strnlen(text, wanted);
  if (n && to)
    memcpy(to, text, n);
  return n == wanted ? n : 0;
}

int vsscanf(const char *text, const char *format, va_list arguments) {
  const char *s = text;
  int stored = 0;
  int converted = 0;
  while (*format) {
    if (isBlank(*format)) {
      format = skipBlanks(format);
      s = skipBlanks(s);
      continue;
    }
    if (*format != '%') {
      if (*s != *format)
        return *s || converted ? stored : endOfText;
      ++s;
      ++format;
      continue;
    }
    struct conversion conversion;
    format = readConversion(format + 1, &conversion);
    const char letter = conversion.letter;
    if (letter == '%') {
      s = skipBlanks(s);
      if (*s != '%')
        return *s || converted ? stored : endOfText;
      ++s;
      continue;
    }
    void *to = conversion.discards ? NULL : va_arg(arguments, void *);
    if (letter == 'n') {
      if (to)
        storeInteger(&conversion, to, (unsigned long long)(s - text));
      continue;
    }
    if (letter != 'c' && letter != '[')
      s = skipBlanks(s);
    if (!*s)
      return converted ? stored : endOfText;
    size_t length = 0;
    unsigned long long value = 0;
    switch (letter) {
    case 'p':
      conversion.length = Long;
      // fall through
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      length = scanInteger(s, &conversion, &value);
      if (length && to)
        storeInteger(&conversion, to, value);
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      length = scanReal(s, &conversion, to);
      break;
    case 's':
    case '[':
      length = scanText(s, &conversion, to);
      break;
    case 'c':
      length = scanCharacters(s, &conversion, to);
      break;
    default:
      return stored;
    }
    if (!length)
      return stored;
    s += length;
    ++converted;
    stored += !conversion.discards;
  }
  return stored;
}

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}
int __isoc23_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

#define FORWARD                                                                                    \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  const int result = vsscanf(text, format, arguments);                                             \
  va_end(arguments);                                                                               \
  return result

int sscanf(const char *text, const char *format, ...) {
  FORWARD;
}
int __isoc99_sscanf(const char *text, const char *format, ...) {
  FORWARD;
}
int __isoc23_sscanf(const char *text, const char *format, ...) {
  FORWARD;
}
