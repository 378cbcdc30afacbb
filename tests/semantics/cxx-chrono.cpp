// flags: -std=c++20
// chrono: durations and their arithmetic, casts and rounding, calendars, literals, clocks that go
// on.
#include <chrono>
#include <cstdio>
#include <ratio>
#include <thread>

using namespace std::chrono;
using namespace std::chrono_literals;

constexpr bool isLeap(int y) {
  return year(y).is_leap();
}

int main() {
  const auto d = 1h + 23min + 45s + 678ms;
  std::printf("%lld %lld %lld\n", static_cast<long long>(d.count()),
              static_cast<long long>(duration_cast<minutes>(d).count()),
              static_cast<long long>(duration_cast<seconds>(-d).count()));
  const hh_mm_ss<milliseconds> parts(d);
  std::printf("%ld:%ld:%ld.%ld\n", long(parts.hours().count()), long(parts.minutes().count()),
              long(parts.seconds().count()), long(parts.subseconds().count()));
  std::printf("%ld %ld %ld %ld\n", long(floor<seconds>(-1500ms).count()),
              long(ceil<seconds>(-1500ms).count()), long(round<seconds>(2500ms).count()),
              long(round<seconds>(3500ms).count()));
  std::printf("%d %d %d\n", 60s == 1min, 999ms < 1s, 25h > 1h * 24);
  std::printf("%ld %ld %g\n", long(7min / 2min), long((7min % 2min).count()),
              duration<double>(1500us) / 1ms);
  using Frames = duration<int, std::ratio<1, 60>>;
  std::printf("%d %g\n", duration_cast<Frames>(2s).count(), duration<double>(Frames(90)).count());
  const year_month_day date = 2024y / February / 29;
  const sys_days days = date;
  const year_month_day next(days + std::chrono::days(1));
  std::printf("%d %u %u, weekday %u\n", int(next.year()), unsigned(next.month()),
              unsigned(next.day()), weekday(days).c_encoding());
  std::printf("%d %d %d\n", date.ok(), (2023y / February / 29).ok(), isLeap(1900));
  std::printf("%ld\n", long((sys_days(2000y / 1 / 1) - sys_days(1970y / 1 / 1)).count()));
  const year_month_day last = 2023y / February / std::chrono::last;
  std::printf("%u %ld\n", unsigned(last.day()), long(sys_days(last).time_since_epoch().count()));
  const auto before = steady_clock::now();
  std::this_thread::sleep_for(1ms);
  const auto after = steady_clock::now();
  std::printf("%d %d\n", after > before, system_clock::now().time_since_epoch() > 0s);
  const time_point<system_clock, seconds> t(86400s * 365);
  std::printf("%ld\n", long(system_clock::to_time_t(t)));
  const auto twoDays =
      time_point_cast<std::chrono::days>(t + 49h) - time_point_cast<std::chrono::days>(t);
  std::printf("%ld\n", long(twoDays.count()));
}
