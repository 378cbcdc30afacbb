// Formatted output: numbers in all bases, fields, precision, booleans, characters, pointers.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <string>

int main() {
  std::cout << 1 << ' ' << -2L << ' ' << 3u << ' ' << 4ULL << ' ' << short(-5) << ' ' << true << '\n';
  std::cout << std::hex << 255 << ' ' << -1 << ' ' << short(-1) << ' ' << std::showbase << 255L << ' '
            << std::uppercase << 0xabc << ' ' << 0 << std::nouppercase << ' ' << std::oct << 8 << ' '
            << std::dec << std::noshowbase << 9 << '\n';
  std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42 << '|' << std::internal
            << std::setw(6) << -42 << '|' << std::setfill('*') << std::right << std::setw(6) << "ab"
            << '|' << std::setw(3) << "long" << '|' << std::setw(4) << 'c' << '|' << std::setfill(' ')
            << std::endl;
  std::cout << 1.5 << ' ' << 1e10 << ' ' << 1e-10 << ' ' << 0.1 + 0.2 << ' ' << 100000.0 << ' '
            << 1234567.0 << ' ' << 2.5f << ' ' << 1.0L / 3 << '\n';
  std::cout << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 31415.9
            << ' ' << std::defaultfloat << std::setprecision(10) << 3.14159265358979 << ' '
            << std::showpoint << 2.0 << std::noshowpoint << ' ' << std::hexfloat << 1.5
            << std::defaultfloat << std::setprecision(6) << '\n';
  std::cout << std::showpos << 5 << ' ' << 5.5 << ' ' << 0u << std::noshowpos << ' ' << std::boolalpha
            << true << false << std::noboolalpha << '\n';
  std::cout << std::numeric_limits<long long>::min() << ' ' << std::numeric_limits<unsigned long>::max()
            << ' ' << INFINITY << ' ' << -INFINITY << ' ' << NAN << '\n';
  const void *null = nullptr;
  std::cout << null << ' ' << static_cast<signed char>('s') << static_cast<unsigned char>('u') << ' '
            << std::string("text") << ' ' << std::setw(7) << std::string("right") << '\n';
  std::cout.put('p').write("write", 3) << std::ends << std::flush;
  std::cout << std::setbase(16) << 31 << std::setbase(10) << ' ' << std::setiosflags(std::ios::showpos)
            << 1 << std::resetiosflags(std::ios::showpos) << 1 << '\n';
  std::cout << "width kept: " << std::cout.width() << ' ' << std::cout.precision() << ' '
            << std::cout.good() << '\n';
}
