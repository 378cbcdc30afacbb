// Output streams in the locale of C: how values become text. Members that would ask a locale are
// written out here; the rest is as the headers have it.
#include "instantiate.h"

#include <cstdio>
#include <cstring>
#include <iomanip>
#include <ostream>

namespace std {

namespace {

/// Puts a text into its field: `sign` characters of it stay in front of internal padding.
void putField(ostream &out, const char *text, streamsize length, streamsize sign) {
  if (!out.good()) {
    out.setstate(ios_base::failbit);
    return;
  }
  const streamsize width = out.width();
  streambuf *buffer = out.rdbuf();
  if (width <= length) {
    if (buffer->sputn(text, length) != length)
      out.setstate(ios_base::badbit);
  } else {
    const ios_base::fmtflags adjust = out.flags() & ios_base::adjustfield;
    const streamsize before = adjust == ios_base::left       ? length
                              : adjust == ios_base::internal ? sign
                                                             : 0;
    buffer->sputn(text, before);
    for (streamsize i = length; i < width; ++i)
      buffer->sputc(out.fill());
    buffer->sputn(text + before, length - before);
  }
  if (width) // Who only prints leaves a stream that threads share as it is.
    out.width(0);
}

char *addFlags(const ostream &out, char *format) {
  *format++ = '%';
  if (out.flags() & ios_base::showpos)
    *format++ = '+';
  return format;
}

/// What stands before internal padding: a sign, or 0x.
streamsize signOf(const char *text) {
  if (*text == '-' || *text == '+')
    return 1;
  return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
}

template <class T> ostream &putInteger(ostream &out, T value, const char *modifier) {
  char format[16];
  char text[64];
  const ios_base::fmtflags base = out.flags() & ios_base::basefield;
  const bool upper = out.flags() & ios_base::uppercase;
  const bool isPlain = base != ios_base::hex && base != ios_base::oct;
  char *at = format;
  *at++ = '%';
  if (isPlain && (out.flags() & ios_base::showpos) && T(-1) < T(0))
    *at++ = '+';
  if (!isPlain && (out.flags() & ios_base::showbase))
    *at++ = '#';
  while (*modifier)
    *at++ = *modifier++;
  *at++ = base == ios_base::hex   ? (upper ? 'X' : 'x')
          : base == ios_base::oct ? 'o'
          : T(-1) < T(0)          ? 'd'
                                  : 'u';
  *at = 0;
  const int length = snprintf(text, sizeof text, format, value);
  putField(out, text, length, signOf(text));
  return out;
}

template <class T> ostream &putReal(ostream &out, T value, const char *modifier) {
  char format[16];
  char *at = addFlags(out, format);
  if (out.flags() & ios_base::showpoint)
    *at++ = '#';
  const ios_base::fmtflags field = out.flags() & ios_base::floatfield;
  const bool upper = out.flags() & ios_base::uppercase;
  const bool isHex = field == (ios_base::fixed | ios_base::scientific);
  if (!isHex) {
    *at++ = '.';
    *at++ = '*';
  }
  while (*modifier)
    *at++ = *modifier++;
  *at++ = isHex                           ? (upper ? 'A' : 'a')
          : field == ios_base::fixed      ? (upper ? 'F' : 'f')
          : field == ios_base::scientific ? (upper ? 'E' : 'e')
                                          : (upper ? 'G' : 'g');
  *at = 0;
  char text[512];
  const int precision = static_cast<int>(out.precision());
  const int length = isHex ? snprintf(text, sizeof text, format, value)
                           : snprintf(text, sizeof text, format, precision, value);
  putField(out, text, length < 511 ? length : 511, signOf(text));
  return out;
}

} // namespace

template <> template <> ostream &ostream::_M_insert(long value) {
  return putInteger(*this, value, "l");
}
template <> template <> ostream &ostream::_M_insert(unsigned long value) {
  return putInteger(*this, value, "l");
}
template <> template <> ostream &ostream::_M_insert(long long value) {
  return putInteger(*this, value, "ll");
}
template <> template <> ostream &ostream::_M_insert(unsigned long long value) {
  return putInteger(*this, value, "ll");
}
template <> template <> ostream &ostream::_M_insert(bool value) {
  if (!(flags() & ios_base::boolalpha))
    return putInteger(*this, static_cast<long>(value), "l");
  putField(*this, value ? "true" : "false", value ? 4 : 5, 0);
  return *this;
}
template <> template <> ostream &ostream::_M_insert(double value) {
  return putReal(*this, value, "");
}
template <> template <> ostream &ostream::_M_insert(long double value) {
  return putReal(*this, value, "L");
}
template <> template <> ostream &ostream::_M_insert(const void *value) {
  char text[32];
  const int length = snprintf(text, sizeof text, value ? "%p" : "0", value);
  putField(*this, text, length, signOf(text));
  return *this;
}

// Small types print as what they are, not as what they become when they are negative in base 16.
template <> ostream &ostream::operator<<(short value) {
  const ios_base::fmtflags base = flags() & ios_base::basefield;
  if (base == ios_base::oct || base == ios_base::hex)
    return _M_insert(static_cast<long>(static_cast<unsigned short>(value)));
  return _M_insert(static_cast<long>(value));
}
template <> ostream &ostream::operator<<(int value) {
  const ios_base::fmtflags base = flags() & ios_base::basefield;
  if (base == ios_base::oct || base == ios_base::hex)
    return _M_insert(static_cast<long>(static_cast<unsigned>(value)));
  return _M_insert(static_cast<long>(value));
}

template <> ostream &__ostream_insert(ostream &out, const char *text, streamsize length) {
  putField(out, text, length, 0);
  return out;
}

template <> ostream &ostream::put(char value) {
  if (!good() || rdbuf()->sputc(value) == char_traits<char>::eof())
    setstate(good() ? ios_base::badbit : ios_base::failbit);
  return *this;
}
template <> ostream &ostream::write(const char *text, streamsize length) {
  if (!good() || rdbuf()->sputn(text, length) != length)
    setstate(good() ? ios_base::badbit : ios_base::failbit);
  return *this;
}
template <> ostream &ostream::flush() {
  if (rdbuf() && rdbuf()->pubsync() == -1)
    setstate(ios_base::badbit);
  return *this;
}

template class basic_ostream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const string &);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setw);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);

} // namespace std
