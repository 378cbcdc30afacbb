// Input streams in the locale of C: how text becomes values; and the streams on strings.
#include "instantiate.h"

#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <istream>
#include <limits>
#include <sstream>

namespace std {

template <> const ctype<char> &use_facet(const locale &); // In streams.cpp.

namespace {

constexpr int noMore = char_traits<char>::eof();

/// Takes characters that can belong to a number, as many as fit.
struct Text {
  char bytes[128];
  size_t length = 0;

  bool take(streambuf &from, const char *wanted) {
    const int c = from.sgetc();
    if (c == noMore || !c || !strchr(wanted, c) || length + 1 >= sizeof bytes)
      return false;
    bytes[length++] = static_cast<char>(c);
    from.sbumpc();
    return true;
  }
};

void noteEnd(istream &in, ios_base::iostate &state) {
  if (in.rdbuf()->sgetc() == noMore)
    state |= ios_base::eofbit;
}

int baseOf(const ios_base &stream) {
  switch (stream.flags() & ios_base::basefield) {
  case ios_base::oct:
    return 8;
  case ios_base::hex:
    return 16;
  case ios_base::dec:
    return 10;
  default:
    return 0;
  }
}

template <class T> istream &takeInteger(istream &in, T &value) {
  const istream::sentry ready(in);
  if (!ready)
    return in;
  streambuf &from = *in.rdbuf();
  Text text;
  int base = baseOf(in);
  const bool isNegative = from.sgetc() == '-';
  text.take(from, "+-");
  const bool hasZero = from.sgetc() == '0';
  if (hasZero) {
    text.take(from, "0");
    if ((base == 16 || base == 0) && text.take(from, "xX"))
      base = 16;
    else if (base == 0)
      base = 8;
  }
  const char *digits = base == 16  ? "0123456789abcdefABCDEF"
                       : base == 8 ? "01234567"
                                   : "0123456789";
  const size_t before = text.length;
  while (text.take(from, digits)) {
  }
  text.bytes[text.length] = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (text.length == before && !hasZero) {
    value = 0;
    state |= ios_base::failbit;
  } else {
    errno = 0;
    const unsigned long long wide =
        strtoull(text.bytes + (isNegative ? 1 : 0), nullptr, base ? base : 10);
    const bool isSigned = T(-1) < T(0);
    const auto most = static_cast<unsigned long long>(numeric_limits<T>::max());
    if (errno || wide > most + (isSigned && isNegative ? 1 : 0)) {
      value = isSigned && isNegative ? numeric_limits<T>::min() : numeric_limits<T>::max();
      state |= ios_base::failbit;
    } else {
      value = static_cast<T>(isNegative ? 0 - wide : wide);
    }
  }
  noteEnd(in, state);
  in.setstate(state);
  return in;
}

template <class T> istream &takeReal(istream &in, T &value) {
  const istream::sentry ready(in);
  if (!ready)
    return in;
  streambuf &from = *in.rdbuf();
  Text text;
  text.take(from, "+-");
  while (text.take(from, "0123456789")) {
  }
  if (text.take(from, "."))
    while (text.take(from, "0123456789")) {
    }
  if (text.length && text.take(from, "eE")) {
    text.take(from, "+-");
    while (text.take(from, "0123456789")) {
    }
  }
  text.bytes[text.length] = 0;
  char *stop = nullptr;
  const long double wide = strtold(text.bytes, &stop);
  ios_base::iostate state = ios_base::goodbit;
  if (!text.length || stop != text.bytes + text.length) {
    value = 0;
    state |= ios_base::failbit;
  } else {
    value = static_cast<T>(wide);
  }
  noteEnd(in, state);
  in.setstate(state);
  return in;
}

/// "true" or "false", and not a character more: what follows need not be a space.
void takeWord(istream &in, bool &value) {
  const istream::sentry ready(in);
  if (!ready)
    return;
  streambuf &from = *in.rdbuf();
  const char *rest = from.sgetc() == 't' ? "true" : "false";
  value = *rest == 't';
  while (*rest && from.sgetc() == *rest) {
    from.sbumpc();
    ++rest;
  }
  if (!*rest)
    return;
  value = false;
  ios_base::iostate state = ios_base::failbit;
  noteEnd(in, state);
  in.setstate(state);
}

} // namespace

template <> template <> istream &istream::_M_extract(long &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(unsigned short &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(unsigned int &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(unsigned long &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(long long &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(unsigned long long &value) {
  return takeInteger(*this, value);
}
template <> template <> istream &istream::_M_extract(float &value) {
  return takeReal(*this, value);
}
template <> template <> istream &istream::_M_extract(double &value) {
  return takeReal(*this, value);
}
template <> template <> istream &istream::_M_extract(long double &value) {
  return takeReal(*this, value);
}
template <> template <> istream &istream::_M_extract(bool &value) {
  if (flags() & ios_base::boolalpha) {
    takeWord(*this, value);
    return *this;
  }
  long number = 0;
  takeInteger(*this, number);
  value = number != 0;
  if (number != 0 && number != 1)
    setstate(ios_base::failbit);
  return *this;
}
template <> istream &istream::operator>>(short &value) {
  return takeInteger(*this, value);
}
template <> istream &istream::operator>>(int &value) {
  return takeInteger(*this, value);
}

template <> istream &getline(istream &in, string &line, char last) {
  const istream::sentry ready(in, true);
  if (!ready)
    return in;
  line.clear();
  ios_base::iostate state = ios_base::goodbit;
  bool any = false;
  while (true) {
    const int c = in.rdbuf()->sbumpc();
    if (c == noMore) {
      state |= any ? ios_base::eofbit : ios_base::eofbit | ios_base::failbit;
      break;
    }
    any = true;
    if (c == static_cast<unsigned char>(last))
      break;
    line.push_back(static_cast<char>(c));
  }
  in.setstate(state);
  return in;
}

/// Takes characters up to a space, and tells the stream what came of it.
template <class Put> static void takeWord(istream &in, streamsize most, Put put) {
  ios_base::iostate state = ios_base::goodbit;
  streamsize length = 0;
  for (; length < most; ++length) {
    const int c = in.rdbuf()->sgetc();
    if (c == noMore) {
      state |= ios_base::eofbit;
      break;
    }
    if (isspace(c))
      break;
    put(static_cast<char>(in.rdbuf()->sbumpc()));
  }
  in.width(0);
  if (!length)
    state |= ios_base::failbit;
  in.setstate(state);
}

template <> istream &operator>>(istream &in, string &word) {
  const istream::sentry ready(in);
  if (!ready)
    return in;
  word.clear();
  const streamsize width = in.width();
  takeWord(in, width > 0 ? width : numeric_limits<streamsize>::max(),
           [&](char c) { word.push_back(c); });
  return in;
}

template <> istream &istream::getline(char *line, streamsize size, char last) {
  _M_gcount = 0;
  const sentry ready(*this, true);
  ios_base::iostate state = ios_base::goodbit;
  streamsize length = 0;
  while (ready) {
    const int c = rdbuf()->sgetc();
    if (c == noMore) {
      state |= ios_base::eofbit;
      break;
    }
    const bool isLast = c == static_cast<unsigned char>(last);
    if (!isLast && length + 1 >= size) {
      state |= ios_base::failbit;
      break;
    }
    rdbuf()->sbumpc();
    ++_M_gcount;
    if (isLast)
      break;
    line[length++] = static_cast<char>(c);
  }
  if (size > 0)
    line[length] = 0;
  if (!_M_gcount)
    state |= ios_base::failbit;
  setstate(state);
  return *this;
}

template <> istream &istream::ignore(streamsize count) {
  return ignore(count, noMore);
}
template <> istream &istream::ignore(streamsize count, int last) {
  _M_gcount = 0;
  const sentry ready(*this, true);
  ios_base::iostate state = ios_base::goodbit;
  while (ready && (count == numeric_limits<streamsize>::max() || _M_gcount < count)) {
    const int c = rdbuf()->sbumpc();
    if (c == noMore) {
      state |= ios_base::eofbit;
      break;
    }
    ++_M_gcount;
    if (c == last)
      break;
  }
  setstate(state);
  return *this;
}

void __istream_extract(istream &in, char *word, streamsize size) {
  const istream::sentry ready(in);
  if (!ready)
    return;
  const streamsize width = in.width();
  const streamsize room = width > 0 && width < size ? width : size;
  *word = 0;
  takeWord(in, room - 1, [&](char c) {
    *word++ = c;
    *word = 0;
  });
}

template istream &operator>>(istream &, _Setw);
template istream &operator>>(istream &, _Setbase);
template istream &operator>>(istream &, _Setiosflags);
template istream &operator>>(istream &, _Resetiosflags);
template class basic_istream<char>;
template class basic_iostream<char>;
template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &getline(istream &, string &);
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

} // namespace std
