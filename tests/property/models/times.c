// Calendar times: fields, texts and back, in UTC.
#include "generate.h"
#include <time.h>

static void show(const struct tm *t) {
  printf("%d-%d-%d %d:%d:%d %d %d %d %ld %s\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour,
         t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  setenv("TZ", "UTC", 1);
  tzset();
  for (int i = 0; i < 300; ++i) {
    const time_t now = i < 20 ? (time_t)(i - 10) * 31556952 * 7
                              : (time_t)pick(8000000000ull) - (i % 2 ? 3000000000ll : 0);
    struct tm t, u;
    show(gmtime_r(&now, &t));
    show(localtime_r(&now, &u));
    show(gmtime(&now));
    show(localtime(&now));
    printf("%ld %ld ", (long)timegm(&t), (long)mktime(&u));
    char to[256];
    printf("%s", asctime_r(&t, to));
    printf("%s%s%s", ctime_r(&now, to), asctime(&u), ctime(&now));
    const char *format = "%a %A %b %B %c|%C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %p %P|%r %R "
                         "%S %T %u %U %V %w %W %x %X %y %Y %z %Z %% %-d %_m %-H";
    printf("%zu ", strftime(to, sizeof to, format, &u));
    printf("%s\n", to);
    printf("%zu\n", strftime(to, 5, "%F", &u));
    t.tm_mon += (int)pick(40) - 20;
    t.tm_mday += (int)pick(100) - 50;
    t.tm_hour += (int)pick(100) - 50;
    t.tm_sec -= (int)pick(10000);
    printf("%ld ", (long)timegm(&t));
    show(&t);
    printf("%g\n", difftime(now, now - (time_t)pick(100000)));
  }
  struct timespec resolution;
  printf("%d %ld\n", clock_getres(CLOCK_REALTIME, &resolution), (long)resolution.tv_sec);
  return 0;
}
