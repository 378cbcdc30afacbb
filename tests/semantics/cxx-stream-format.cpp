// iomanip on string streams: widths, fills, bases, precision, booleans, quoted, own manipulators.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct Money {
  int cents;
  friend std::ostream &operator<<(std::ostream &out, const Money &m) {
    const char fill = out.fill('0');
    out << m.cents / 100 << '.' << std::setw(2) << m.cents % 100;
    out.fill(fill);
    return out;
  }
  friend std::istream &operator>>(std::istream &in, Money &m) {
    int whole = 0, part = 0;
    char dot = 0;
    if (in >> whole >> dot >> part && dot == '.')
      m.cents = whole * 100 + part;
    else
      in.setstate(std::ios::failbit);
    return in;
  }
};
static std::ostream &bar(std::ostream &out) {
  return out << " | ";
}

int main() {
  std::ostringstream out;
  out << std::setw(6) << 42 << bar << std::left << std::setw(6) << 42 << bar << std::internal
      << std::setw(6) << -42;
  std::cout << out.str() << '\n';
  out.str("");
  out << std::hex << std::showbase << 255 << bar << std::uppercase << 48879 << bar << std::oct << 8
      << std::dec << std::noshowbase;
  std::cout << out.str() << '\n';
  std::cout << std::fixed << std::setprecision(2) << 3.14159 << bar << std::scientific << 31415.9
            << bar << std::defaultfloat << std::setprecision(6) << 0.0001 << '\n';
  std::cout << std::boolalpha << true << bar << std::noboolalpha << false << bar << std::showpos
            << 5 << std::noshowpos << '\n';
  std::cout << std::setfill('*') << std::right << std::setw(8) << "text" << std::setfill(' ')
            << '\n';
  std::cout << Money{1905} << bar << std::setw(10) << Money{7} << '\n';
  std::istringstream in("12.34 7x8");
  Money a{0}, b{0};
  in >> a;
  std::cout << a << bar << bool(in >> b) << bar << in.fail() << '\n';
  std::istringstream mixed("  7 words here 0x1f true");
  int n = 0, m = 0;
  bool flag = false;
  std::string w, x;
  mixed >> n >> w >> x >> std::hex >> m >> std::boolalpha >> flag;
  std::cout << n << bar << w << bar << x << bar << m << bar << flag << bar << mixed.eof() << '\n';
  std::istringstream close("falsetrue, truf tr");
  close >> std::boolalpha;
  bool p = true, q = false, r = true, t = true;
  close >> p >> q;
  close.ignore(1);
  std::cout << p << q << bool(close >> r) << r << bar;
  close.clear();
  close.ignore(1);
  std::cout << bool(close >> t) << t << close.eof() << '\n';
  std::stringstream both;
  both << "a line\nanother\n\nlast";
  int lines = 0;
  for (std::string line; std::getline(both, line); ++lines)
    std::cout << '[' << line << ']';
  std::cout << lines << '\n';
  std::istringstream parts("a,b,,c");
  for (std::string part; std::getline(parts, part, ',');)
    std::cout << '<' << part << '>';
  std::cout << '\n';
  std::istringstream chars("xyz");
  char c = char(chars.get());
  std::cout << c << char(chars.peek()) << char(chars.get());
  chars.unget();
  chars.ignore(1);
  std::cout << char(chars.get()) << chars.get() << '\n';
  std::ostringstream copy;
  copy << 1 << ' ' << 2.5 << ' ' << 'c' << ' ' << "s" << ' ' << nullptr << ' ' << 7ull << std::ends;
  std::cout << copy.str().size() << std::endl;
}
