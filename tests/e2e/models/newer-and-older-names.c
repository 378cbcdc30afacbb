// Names that this machine's C library may not have: newer headers give some, older ones others.
// RUN: %heddle run %s --stdin %S/Inputs/numbers.txt | FileCheck %s
#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

long __isoc23_strtol(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
long __isoc23_strtoimax(const char *, char **, int);
unsigned long __isoc23_strtoumax(const char *, char **, int);
int __isoc23_sscanf(const char *, const char *, ...), __isoc23_fscanf(FILE *, const char *, ...);
int __isoc23_scanf(const char *, ...), __isoc23_vscanf(const char *, va_list);
int __isoc23_vsscanf(const char *, const char *, va_list);
int __isoc23_vfscanf(FILE *, const char *, va_list);
size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
double pow10(double), gamma(double);
int __xstat(int, const char *, struct stat *), __lxstat(int, const char *, struct stat *);
int __fxstat(int, int, struct stat *);
void verr(int, const char *, va_list), verrx(int, const char *, va_list);

static int lists(const char *format, ...) {
  va_list a;
  int all = 0;
  va_start(a, format);
  all += __isoc23_vsscanf("5", format, a);
  va_end(a);
  va_start(a, format);
  all += __isoc23_vscanf(format, a);
  va_end(a);
  va_start(a, format);
  all += __isoc23_vfscanf(stdin, format, a);
  va_end(a);
  return all;
}
static void leave(int how, ...) {
  va_list a;
  va_start(a, how);
  if (how == 1)
    verr(0, "%d", a);
  verrx(0, "%d", a);
}

int main(int argc, char **argv) {
  char to[6];
  int n = 0;
  struct stat about;
  assert(__isoc23_strtol("12", NULL, 10) == 12 && __isoc23_strtoll("-3", NULL, 10) == -3);
  assert(__isoc23_strtoul("7", NULL, 0) == 7 && __isoc23_strtoull("0x10", NULL, 0) == 16);
  assert(__isoc23_strtoimax("5", NULL, 10) == 5 && __isoc23_strtoumax("6", NULL, 10) == 6);
  assert(__isoc23_scanf("%d", &n) == 1 && n == 11);
  assert(__isoc23_fscanf(stdin, "%d", &n) == 1 && n == 22);
  assert(__isoc23_sscanf("44", "%d", &n) == 1 && n == 44);
  assert(lists("%d", &n) == 3 && n == 44);
  assert(strlcpy(to, "abcdefgh", sizeof to) == 8 && !strcmp(to, "abcde"));
  strcpy(to, "ab");
  assert(strlcat(to, "cdef", sizeof to) == 6 && !strcmp(to, "abcde"));
  assert(pow10(2) == 100 && gamma(1) == 0);
  assert(__xstat(1, "/dev", &about) == 0 && S_ISDIR(about.st_mode));
  assert(__lxstat(1, "/nowhere", &about) == -1 && __fxstat(1, 0, &about) == 0);
  if (argc > 5)
    raise(SIGABRT);
  puts("done");
  leave(argc);
  (void)argv;
  return 0;
}
// CHECK: done
