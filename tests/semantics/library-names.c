// Functions under the names that headers and compilers give them.
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

int __isoc99_sscanf(const char *, const char *, ...), __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_scanf(const char *, ...), __isoc99_vscanf(const char *, va_list);
int __isoc99_vsscanf(const char *, const char *, va_list);
int __isoc99_vfscanf(FILE *, const char *, va_list);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__stpcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __asprintf_chk(char **, int, const char *, ...);
int __vasprintf_chk(char **, int, const char *, va_list);
int __dprintf_chk(int, int, const char *, ...);
char *__fgets_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
ssize_t __getdelim(char **, size_t *, int, FILE *);
int __uflow(FILE *), __overflow(FILE *, int), __open_2(const char *, int);
int __isnan(double), __isinf(double), __finite(double), __signbit(double), __fpclassify(double);
int __isnanf(float), __isinff(float), __finitef(float), __signbitf(float), __fpclassifyf(float);
int __xpg_strerror_r(int, char *, size_t);
size_t __ctype_get_mb_cur_max(void);
int __sched_cpucount(size_t, const cpu_set_t *);
cpu_set_t *__sched_cpualloc(size_t);
void __sched_cpufree(cpu_set_t *);
int __libc_current_sigrtmin(void), __libc_current_sigrtmax(void);
int _IO_getc(FILE *), _IO_putc(int, FILE *);

static void lists(FILE *f, const char *format, ...) {
  va_list a;
  char *made = NULL;
  int x = 0, y = 0;
#define WITH(call) (va_start(a, format), x = (call), va_end(a), x)
  printf("%d\n", WITH(__vfprintf_chk(f, 1, format, a)));
  printf("%d ", WITH(__vasprintf_chk(&made, 1, format, a)));
  printf("%s\n", made);
  free(made);
  printf("%d\n", WITH(vdprintf(fileno(f), "", a)));
  va_start(a, format);
  vwarn("%d", a);
  va_end(a);
  va_start(a, format);
  vwarnx("%d", a);
  va_end(a);
  (void)y;
}

static void scanLists(FILE *f, const char *format, ...) {
  va_list a;
  int x;
  printf("%d ", WITH(vsscanf("1 2", format, a)));
  printf("%d ", WITH(__isoc99_vsscanf("3 4", format, a)));
  rewind(f);
  printf("%d ", WITH(vfscanf(f, format, a)));
  rewind(f);
  printf("%d ", WITH(__isoc99_vfscanf(f, format, a)));
  printf("%d ", WITH(vscanf(format, a)));
  printf("%d\n", WITH(__isoc99_vscanf(format, a)));
}

static void texts(void) {
  char to[32] = "";
  __memcpy_chk(to, "abcdef", 7, 32);
  __memmove_chk(to + 1, to, 3, 31);
  __memset_chk(to + 5, 'z', 1, 27);
  printf("%s %d\n", to, (int)((char *)__mempcpy_chk(to, "xy", 2, 32) - to));
  __strcpy_chk(to, "one", 32);
  __strcat_chk(to, "two", 32);
  __strncat_chk(to, "three", 2, 32);
  printf("%s ", to);
  __strncpy_chk(to, "four", 2, 32);
  printf("%s %d\n", to, (int)(__stpcpy_chk(to, "five", 32) - to));
  printf("%d ", __xpg_strerror_r(2, to, sizeof to));
  printf("%s %d\n", to, __xpg_strerror_r(2, to, 3) == ERANGE);
  locale_t c = newlocale(LC_ALL_MASK, "C", NULL);
  printf("%d\n", strcoll_l("a", "b", c) < 0);
  freelocale(c);
}

static void numbers(void) {
  static const double all[] = {0.0, -0.0, 1.5, 1e-310, INFINITY, -INFINITY, NAN};
  for (int i = 0; i < 7; ++i) {
    const double a = all[i];
    printf("%d %d %d %d %d ", __isnan(a) != 0, __isinf(a), __finite(a) != 0, __signbit(a) != 0,
           __fpclassify(a));
    printf("%d %d %d %d %d\n", __isnanf(a) != 0, __isinff(a), __finitef(a) != 0,
           __signbitf(a) != 0, __fpclassifyf((float)a / 1e10f));
  }
  float fs, fc;
  long double ls, lc;
  sincosf(1, &fs, &fc);
  sincosl(1, &ls, &lc);
  printf("%a %a %La %La\n", fs, fc, ls, lc);
  printf("%a %La\n", dremf(5, 3), dreml(5, 3));
  printf("%a %La %d\n", nexttowardf(1, 2), nexttowardl(1, 2), isnan(nanf("")));
}

int main(void) {
  char text[32] = "";
  int a = 0, b = 0;
  texts();
  numbers();
  FILE *f = fopen("file", "w+");
  printf("%d %d\n", __fprintf_chk(f, 1, "%d %d\n", 7, 8), __dprintf_chk(77, 1, "x") < 0);
  lists(f, "%d\n", 5);
  rewind(f);
  printf("%d %d\n", __isoc99_fscanf(f, "%d", &a), __isoc99_sscanf("9", "%d", &b));
  printf("%d %d %d\n", a, b, __isoc99_scanf("%d", &a));
  scanLists(f, "%d %d", &a, &b);
  printf("%d %d\n", a, b);
  rewind(f);
  printf("%s", __fgets_chk(text, sizeof text, 10, f));
  printf("%zu\n", __fread_chk(text, sizeof text, 1, 1, f));
  rewind(f);
  printf("%c%c", __uflow(f), _IO_getc(f));
  fseek(f, 0, SEEK_END);
  printf("%c%c\n", __overflow(f, 'Q'), _IO_putc('R', f));
  rewind(f);
  char *line = NULL;
  size_t room = 0;
  printf("%zd\n", __getdelim(&line, &room, 'R', f));
  free(line);
  fclose(f);
  char *made = NULL;
  printf("%d ", __asprintf_chk(&made, 1, "%s", "made"));
  printf("%s\n", made);
  free(made);
  __printf_chk(1, "%d\n", 3);
  const int fd = __open_2("file", O_RDONLY);
  printf("%d\n", fd > 2);
  close(fd);

  cpu_set_t *set = __sched_cpualloc(64);
  memset(set, 0, 8);
  printf("%d %zu\n", __sched_cpucount(8, set), __ctype_get_mb_cur_max());
  __sched_cpufree(set);
  printf("%d\n", __libc_current_sigrtmin() < __libc_current_sigrtmax());
  printf("%zd\n", getrandom(text, 8, 0));
  struct tm day = {.tm_year = 100, .tm_mday = 1};
  setenv("TZ", "UTC", 1);
  printf("%ld\n", (long)timelocal(&day));
  return 0;
}
