// Time on top of clock_gettime, which the VM runs itself (time.h, sys/time.h). The time zone is
// UTC.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

static char zone[] = "UTC";
char *tzname[2] = {zone, zone};
long timezone;
int daylight;

clock_t clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / 1000;
}

double difftime(time_t later, time_t earlier) {
  return (double)(later - earlier);
}

int clock_getres(clockid_t which, struct timespec *resolution) {
  if (which < 0 || which > CLOCK_TAI) {
    errno = EINVAL;
    return -1;
  }
  if (resolution)
    *resolution = (struct timespec){0, 1};
  return 0;
}

clock_t times(struct tms *into) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const clock_t ticks = now.tv_sec * 100;
  *into = (struct tms){ticks, 0, 0, 0};
  return ticks;
}

int getrusage(__rusage_who_t who, struct rusage *into) {
  (void)who;
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  memset(into, 0, sizeof *into);
  into->ru_utime.tv_sec = now.tv_sec;
  return 0;
}

void tzset(void) {}

// --- calendar

enum { daysOf400 = 146097, secondsOfDay = 86400 };

static int isLeap(long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static const short daysBefore[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

// Days from 1970 on to the first of January.
static long daysToYear(long year) {
  const long before = year - 1;
  const long leaps = (before >= 0 ? before / 4 : (before - 3) / 4) -
                     (before >= 0 ? before / 100 : (before - 99) / 100) +
                     (before >= 0 ? before / 400 : (before - 399) / 400);
  return 365 * (year - 1970) + leaps - 477;
}

struct tm *gmtime_r(const time_t *time, struct tm *into) {
  long days = *time / secondsOfDay, rest = *time % secondsOfDay;
  if (rest < 0) {
    rest += secondsOfDay;
    --days;
  }
  long year = 1970 + days / 366;
  if (days < 0)
    year = 1970 + days / 365 - 1;
  while (daysToYear(year + 1) <= days)
    ++year;
  while (daysToYear(year) > days)
    --year;
  const long ofYear = days - daysToYear(year);
  int month = 11;
  while (month > 0 && ofYear < daysBefore[month] + (month > 1 && isLeap(year)))
    --month;
  memset(into, 0, sizeof *into);
  into->tm_year = (int)(year - 1900);
  into->tm_yday = (int)ofYear;
  into->tm_mon = month;
  into->tm_mday = (int)(ofYear - daysBefore[month] - (month > 1 && isLeap(year))) + 1;
  into->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  into->tm_hour = (int)(rest / 3600);
  into->tm_min = (int)(rest % 3600 / 60);
  into->tm_sec = (int)(rest % 60);
  into->tm_zone = "GMT";
  return into;
}
struct tm *localtime_r(const time_t *time, struct tm *into) {
  gmtime_r(time, into);
  into->tm_zone = zone;
  return into;
}

// Shared by all threads, as in the C library: using it from two is the race it is there.
static struct tm sharedTime;
struct tm *gmtime(const time_t *time) {
  return gmtime_r(time, &sharedTime);
}
struct tm *localtime(const time_t *time) {
  return localtime_r(time, &sharedTime);
}

// Fields may be out of range; they come back in it.
time_t timegm(struct tm *from) {
  long year = from->tm_year + 1900L + from->tm_mon / 12;
  int month = from->tm_mon % 12;
  if (month < 0) {
    month += 12;
    --year;
  }
  const long days =
      daysToYear(year) + daysBefore[month] + (month > 1 && isLeap(year)) + from->tm_mday - 1;
  const time_t result =
      days * secondsOfDay + from->tm_hour * 3600L + from->tm_min * 60L + from->tm_sec;
  gmtime_r(&result, from);
  return result;
}
time_t mktime(struct tm *from) {
  const time_t result = timegm(from);
  from->tm_zone = zone;
  return result;
}
time_t timelocal(struct tm *from) {
  return mktime(from);
}

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

char *asctime_r(const struct tm *time, char *into) {
  const char *day = time->tm_wday >= 0 && time->tm_wday < 7 ? days[time->tm_wday] : "???";
  const char *month = time->tm_mon >= 0 && time->tm_mon < 12 ? months[time->tm_mon] : "???";
  sprintf(into, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, time->tm_mday, time->tm_hour,
          time->tm_min, time->tm_sec, 1900 + time->tm_year);
  return into;
}
static char sharedText[64];
char *asctime(const struct tm *time) {
  return asctime_r(time, sharedText);
}
char *ctime_r(const time_t *time, char *into) {
  struct tm parts;
  return asctime_r(localtime_r(time, &parts), into);
}
char *ctime(const time_t *time) {
  return ctime_r(time, sharedText);
}

// --- strftime, in the C locale

struct text {
  char *to;
  size_t room, size;
};

static void addBytes(struct text *text, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; ++i, ++text->size)
    if (text->size < text->room)
      text->to[text->size] = bytes[i];
}
static void addText(struct text *text, const char *bytes) {
  addBytes(text, bytes, strlen(bytes));
}
static void addNumber(struct text *text, long value, int width, char filler, char flag) {
  char digits[24];
  const char *format = flag == '-'                                     ? "%ld"
                       : flag == '_' || (filler == ' ' && flag != '0') ? "%*ld"
                                                                       : "%0*ld";
  const int length = flag == '-' ? snprintf(digits, sizeof digits, "%ld", value)
                                 : snprintf(digits, sizeof digits, format, width, value);
  addBytes(text, digits, (size_t)length);
}

// The week of the year as ISO 8601 counts it, and the year that it belongs to.
static int isoWeek(const struct tm *time, long *year) {
  *year = time->tm_year + 1900L;
  const int weekday = (time->tm_wday + 6) % 7; // Monday is 0.
  int week = (time->tm_yday - weekday + 10) / 7;
  if (week < 1) {
    --*year;
    const int yday = time->tm_yday + (isLeap(*year) ? 366 : 365);
    return (yday - weekday + 10) / 7;
  }
  if (week == 53) {
    const int ofYear = isLeap(*year) ? 366 : 365;
    if (time->tm_yday - weekday + 3 >= ofYear) {
      ++*year;
      week = 1;
    }
  }
  return week;
}

static void addTime(struct text *text, const char *format, const struct tm *time);

static void addField(struct text *text, char letter, char flag, const struct tm *time) {
  const int hour12 = time->tm_hour % 12 ? time->tm_hour % 12 : 12;
  long isoYear = 0;
  switch (letter) {
  case 'a':
    return addBytes(text, days[time->tm_wday % 7], 3);
  case 'A':
    return addText(text, days[time->tm_wday % 7]);
  case 'b':
  case 'h':
    return addBytes(text, months[time->tm_mon % 12], 3);
  case 'B':
    return addText(text, months[time->tm_mon % 12]);
  case 'c':
    return addTime(text, "%a %b %e %H:%M:%S %Y", time);
  case 'C':
    return addNumber(text, (time->tm_year + 1900L) / 100, 2, '0', flag);
  case 'd':
    return addNumber(text, time->tm_mday, 2, '0', flag);
  case 'D':
  case 'x':
    return addTime(text, "%m/%d/%y", time);
  case 'e':
    return addNumber(text, time->tm_mday, 2, ' ', flag);
  case 'F':
    return addTime(text, "%Y-%m-%d", time);
  case 'g':
    isoWeek(time, &isoYear);
    return addNumber(text, isoYear % 100, 2, '0', flag);
  case 'G':
    isoWeek(time, &isoYear);
    return addNumber(text, isoYear, 1, '0', flag);
  case 'H':
    return addNumber(text, time->tm_hour, 2, '0', flag);
  case 'I':
    return addNumber(text, hour12, 2, '0', flag);
  case 'j':
    return addNumber(text, time->tm_yday + 1, 3, '0', flag);
  case 'k':
    return addNumber(text, time->tm_hour, 2, ' ', flag);
  case 'l':
    return addNumber(text, hour12, 2, ' ', flag);
  case 'm':
    return addNumber(text, time->tm_mon + 1, 2, '0', flag);
  case 'M':
    return addNumber(text, time->tm_min, 2, '0', flag);
  case 'n':
    return addText(text, "\n");
  case 'p':
    return addText(text, time->tm_hour < 12 ? "AM" : "PM");
  case 'P':
    return addText(text, time->tm_hour < 12 ? "am" : "pm");
  case 'r':
    return addTime(text, "%I:%M:%S %p", time);
  case 'R':
    return addTime(text, "%H:%M", time);
  case 's': {
    struct tm copy = *time;
    return addNumber(text, timegm(&copy), 1, '0', flag);
  }
  case 'S':
    return addNumber(text, time->tm_sec, 2, '0', flag);
  case 't':
    return addText(text, "\t");
  case 'T':
  case 'X':
    return addTime(text, "%H:%M:%S", time);
  case 'u':
    return addNumber(text, time->tm_wday ? time->tm_wday : 7, 1, '0', flag);
  case 'U':
    return addNumber(text, (time->tm_yday + 7 - time->tm_wday) / 7, 2, '0', flag);
  case 'V':
    return addNumber(text, isoWeek(time, &isoYear), 2, '0', flag);
  case 'w':
    return addNumber(text, time->tm_wday, 1, '0', flag);
  case 'W':
    return addNumber(text, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, '0', flag);
  case 'y':
    return addNumber(text, (time->tm_year % 100 + 100) % 100, 2, '0', flag);
  case 'Y':
    return addNumber(text, time->tm_year + 1900L, 1, '0', flag);
  case 'z':
    return addText(text, "+0000");
  case 'Z':
    return addText(text, time->tm_zone ? time->tm_zone : "");
  default:
    return addBytes(text, &letter, 1);
  }
}

static void addTime(struct text *text, const char *format, const struct tm *time) {
  for (; *format; ++format) {
    if (*format != '%' || !format[1]) {
      addBytes(text, format, 1);
      continue;
    }
    ++format;
    char flag = 0;
    if (*format == '-' || *format == '_' || *format == '0')
      flag = *format++;
    if ((*format == 'E' || *format == 'O') && format[1])
      ++format;
    addField(text, *format, flag, time);
  }
}

size_t strftime(char *to, size_t room, const char *format, const struct tm *time) {
  struct text text = {to, room, 0};
  addTime(&text, format, time);
  if (text.size >= room)
    return 0;
  to[text.size] = 0;
  return text.size;
}
