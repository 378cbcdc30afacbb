// stoi and kin with their exceptions, to_string, charconv in both directions.
#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

template <class F> void attempt(const char *what, F f) {
  try {
    f();
  } catch (const std::invalid_argument &error) {
    std::printf("%s: invalid %s\n", what, error.what());
  } catch (const std::out_of_range &error) {
    std::printf("%s: range %s\n", what, error.what());
  }
}

void parse(std::string_view text, int base = 10) {
  int value = -7;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  std::printf("%d %td %s\n", value, end - text.data(),
              error == std::errc()                      ? "fine"
              : error == std::errc::result_out_of_range ? "range"
                                                        : "invalid");
}

int main() {
  std::size_t used = 0;
  std::printf("%d %zu\n", std::stoi(" -42 rest", &used), used);
  std::printf("%d %d %d\n", std::stoi("ff", nullptr, 16), std::stoi("0x1f", nullptr, 0),
              std::stoi("777", nullptr, 8));
  std::printf("%ld %llu %g %g\n", std::stol("123456789012"), std::stoull("18446744073709551615"),
              std::stod("2.5e3x"), double(std::stof("0.125")));
  attempt("stoi", [] { (void)std::stoi("none"); });
  attempt("stoi", [] { (void)std::stoi("99999999999"); });
  attempt("stod", [] { (void)std::stod("1e999"); });
  attempt("stol", [] { (void)std::stol(""); });
  std::printf("%s %s %s %s\n", std::to_string(-5).c_str(),
              std::to_string(18446744073709551615ull).c_str(), std::to_string(1.5).c_str(),
              std::to_string(true).c_str());
  parse("123abc");
  parse("-9");
  parse("99999999999");
  parse("+1");
  parse("zz", 36);
  parse("10102", 2);
  char buffer[40];
  for (long n : {0L, -1L, 1234567890123L}) {
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, n);
    std::printf("%.*s ", int(result.ptr - buffer), buffer);
  }
  auto result = std::to_chars(buffer, buffer + sizeof buffer, 255u, 16);
  std::printf("%.*s ", int(result.ptr - buffer), buffer);
  result = std::to_chars(buffer, buffer + 2, 1000);
  std::printf("%d\n", result.ec == std::errc::value_too_large);
}
