// Streams on strings: writing, reading, mixed, states, rewinding.
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

struct Point {
  int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &p) {
  return out << '(' << p.x << ", " << p.y << ')';
}
static std::istream &operator>>(std::istream &in, Point &p) {
  char open, comma, close;
  return in >> open >> p.x >> comma >> p.y >> close;
}

int main() {
  std::ostringstream out;
  out << "n=" << 5 << ' ' << std::setw(8) << 2.25 << ' ' << Point{1, -2};
  std::cout << out.str() << '\n';
  out.str("");
  out << "again";
  std::cout << out.str() << '\n';

  std::istringstream in("12 -7 0x1f 3.5 word (4,5) end");
  int a = 0, b = 0, c = 0;
  double d = 0;
  std::string word;
  Point p{};
  in >> a >> b >> std::hex >> c >> std::dec >> d >> word >> p;
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << word << ' ' << p << ' ' << in.good() << '\n';
  in >> a;
  std::cout << in.fail() << in.eof() << a << '\n';
  in.clear();
  in >> word;
  std::cout << word << ' ' << in.eof() << in.fail() << '\n';

  std::istringstream lines("first line\n\nthird, with no end");
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);)
    all.push_back(line);
  for (const std::string &line : all)
    std::cout << '[' << line << ']';
  std::cout << all.size() << '\n';

  std::istringstream fields("a,b;;c");
  for (std::string field; std::getline(fields, field, ',');)
    std::cout << '<' << field << '>';
  std::cout << '\n';

  std::stringstream both;
  both << 1 << ' ' << 2 << ' ' << 3;
  int sum = 0;
  for (int n; both >> n;)
    sum += n;
  std::cout << sum << ' ' << both.eof() << '\n';

  std::istringstream limits("300 99999999999 -5 70000 1e400 abc");
  unsigned u = 0;
  int i = 0;
  short s = 0;
  limits >> i;
  std::cout << i << ' ';
  limits >> i;
  std::cout << i << limits.fail() << ' ';
  limits.clear();
  limits >> u;
  std::cout << u << ' ';
  limits >> s;
  std::cout << s << limits.fail() << '\n';

  std::istringstream skip("skip this rest\nx yz");
  skip.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  char buffer[8];
  std::cout << static_cast<char>(skip.get()) << static_cast<char>(skip.peek());
  skip.getline(buffer, sizeof buffer);
  std::cout << '[' << buffer << ']' << skip.gcount() << '\n';
  skip.clear();
  skip.seekg(0);
  skip >> std::ws >> word;
  std::cout << word << ' ' << skip.tellg() << '\n';
  bool yes = false;
  std::istringstream("true") >> std::boolalpha >> yes;
  std::cout << yes << '\n';
}
