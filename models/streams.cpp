// What streams stand on: ios_base, the locale of C with the one facet that is asked for, and the
// standard streams, whose output is captured.
#include "instantiate.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>

extern "C" void __heddle_unsupported(const char *what);

namespace std {

// --- the locale of C
// ------------------------------------------------------------------------------

locale::facet::~facet() {}
locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale &other) noexcept : _M_impl(other._M_impl) {}
const locale &locale::operator=(const locale &other) noexcept {
  _M_impl = other._M_impl;
  return *this;
}
locale::~locale() noexcept {}
bool locale::operator==(const locale &) const noexcept {
  return true;
}
string locale::name() const {
  return "C";
}
/// Asked by those who look for a facet themselves.
size_t locale::id::_M_id() const noexcept {
  __heddle_unsupported("no model for function std::use_facet");
  return 0;
}

namespace {

using Mask = ctype_base::mask;

/// The table of classes of characters, made when the first stream is.
Mask classes[256];

void fillClasses() {
  for (int c = 0; c < 256; ++c) {
    Mask mask = 0;
    mask |= isupper(c) ? ctype_base::upper : 0;
    mask |= islower(c) ? ctype_base::lower : 0;
    mask |= isalpha(c) ? ctype_base::alpha : 0;
    mask |= isdigit(c) ? ctype_base::digit : 0;
    mask |= isxdigit(c) ? ctype_base::xdigit : 0;
    mask |= isspace(c) ? ctype_base::space : 0;
    mask |= isprint(c) ? ctype_base::print : 0;
    mask |= isgraph(c) ? ctype_base::graph : 0;
    mask |= iscntrl(c) ? ctype_base::cntrl : 0;
    mask |= ispunct(c) ? ctype_base::punct : 0;
    mask |= isblank(c) ? ctype_base::blank : 0;
    classes[c] = mask;
  }
}

alignas(ctype<char>) char facetBytes[sizeof(ctype<char>)];

const ctype<char> &facet() {
  return reinterpret_cast<const ctype<char> &>(facetBytes);
}

} // namespace

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

ctype<char>::ctype(const mask *table, bool, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(false), _M_toupper(nullptr),
      _M_tolower(nullptr), _M_table(table), _M_widen_ok(1), _M_narrow_ok(1) {
  for (int c = 0; c < 256; ++c)
    _M_widen[c] = _M_narrow[c] = static_cast<char>(c);
}
ctype<char>::~ctype() {}
char ctype<char>::do_toupper(char c) const {
  return static_cast<char>(toupper(static_cast<unsigned char>(c)));
}
char ctype<char>::do_tolower(char c) const {
  return static_cast<char>(tolower(static_cast<unsigned char>(c)));
}
const char *ctype<char>::do_toupper(char *low, const char *high) const {
  for (; low < high; ++low)
    *low = do_toupper(*low);
  return high;
}
const char *ctype<char>::do_tolower(char *low, const char *high) const {
  for (; low < high; ++low)
    *low = do_tolower(*low);
  return high;
}
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

template <> const ctype<char> &use_facet(const locale &) {
  return facet();
}
template <> bool has_facet<ctype<char>>(const locale &) noexcept {
  return true;
}

// --- ios_base ------------------------------------------------------------------------------------

const ios_base::fmtflags ios_base::boolalpha;

ios_base::ios_base() noexcept
    : _M_precision(6), _M_width(0), _M_flags(skipws | dec), _M_exception(goodbit),
      _M_streambuf_state(goodbit), _M_callbacks(nullptr), _M_word_size(_S_local_word_size),
      _M_word(_M_local_word), _M_ios_locale() {}
ios_base::~ios_base() {}
void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}
locale ios_base::imbue(const locale &other) noexcept {
  return other;
}
bool ios_base::sync_with_stdio(bool) {
  return true;
}
int ios_base::xalloc() noexcept {
  static int last = 4;
  return __atomic_fetch_add(&last, 1, __ATOMIC_RELAXED);
}

template <> void basic_ios<char>::_M_cache_locale(const locale &) {
  _M_ctype = &facet();
  _M_num_put = nullptr;
  _M_num_get = nullptr;
}

template <> void basic_ios<char>::init(streambuf *buffer) {
  if (!classes[static_cast<unsigned char>(' ')]) {
    fillClasses();
    new (facetBytes) ctype<char>(classes, false, 1);
  }
  ios_base::_M_init();
  _M_cache_locale(_M_ios_locale);
  _M_fill = ' ';
  _M_fill_init = true;
  _M_tie = nullptr;
  _M_exception = goodbit;
  _M_streambuf = buffer;
  _M_streambuf_state = buffer ? goodbit : badbit;
}

template class basic_ios<char>;
template class basic_streambuf<char>;

// --- the standard streams ------------------------------------------------------------------------

namespace {

class Output : public streambuf {
public:
  explicit Output(FILE *to) : to(to) {}

protected:
  int overflow(int c) override {
    if (c == EOF)
      return 0;
    const char one = static_cast<char>(c);
    return fwrite(&one, 1, 1, to) == 1 ? c : EOF;
  }
  streamsize xsputn(const char *text, streamsize length) override {
    return static_cast<streamsize>(fwrite(text, 1, static_cast<size_t>(length), to));
  }

private:
  FILE *to;
};

/// Takes one character at a time from standard input, and may give one back.
class Input : public streambuf {
protected:
  int underflow() override {
    const int c = getc(stdin);
    return c == EOF ? EOF : ungetc(c, stdin);
  }
  int uflow() override { return last = getc(stdin); }
  int pbackfail(int c) override { return ungetc(c == EOF ? last : c, stdin); }

private:
  int last = EOF;
};

alignas(Output) char outputBytes[sizeof(Output)];
alignas(Output) char errorBytes[sizeof(Output)];
alignas(Input) char inputBytes[sizeof(Input)];
int initialised;

} // namespace

} // namespace std

extern "C" {
alignas(std::ostream) char outStream[sizeof(std::ostream)] __asm__("_ZSt4cout");
alignas(std::ostream) char errorStream[sizeof(std::ostream)] __asm__("_ZSt4cerr");
alignas(std::ostream) char logStream[sizeof(std::ostream)] __asm__("_ZSt4clog");
alignas(std::istream) char inStream[sizeof(std::istream)] __asm__("_ZSt3cin");
}

namespace std {

ios_base::Init::Init() {
  if (initialised++)
    return;
  auto *output = new (outputBytes) Output(stdout);
  auto *errors = new (errorBytes) Output(stderr);
  auto *input = new (inputBytes) Input;
  auto *out = new (outStream) ostream(output);
  auto *error = new (errorStream) ostream(errors);
  new (logStream) ostream(errors);
  (new (inStream) istream(input))->tie(out);
  error->setf(ios_base::unitbuf);
  error->tie(out);
}
ios_base::Init::~Init() {}

} // namespace std
