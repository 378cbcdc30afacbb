// The process and the machine it runs on, as far as a program may ask (unistd.h, sched.h, signal.h,
// sys/utsname.h, locale.h): fixed answers, so that every run gets the same.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { processNumber = 4242, processors = 2, mostKeptSignals = 65 };

int __heddle_exit_code(void);

pid_t getpid(void) {
  return processNumber;
}
pid_t getppid(void) {
  return processNumber - 1;
}
// A number for each thread, as long as no key of one is another's.
pid_t gettid(void) {
  return processNumber + (pid_t)(pthread_self() & 0xFFFFFF);
}
pid_t getpgrp(void) {
  return processNumber;
}
pid_t getsid(pid_t of) {
  (void)of;
  return processNumber;
}
uid_t getuid(void) {
  return 1000;
}
uid_t geteuid(void) {
  return 1000;
}
gid_t getgid(void) {
  return 1000;
}
gid_t getegid(void) {
  return 1000;
}

long sysconf(int which) {
  switch (which) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN:
    return processors;
  case _SC_OPEN_MAX:
    return 1024;
  case _SC_CLK_TCK:
    return 100;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES:
    return 1 << 20;
  case _SC_THREAD_STACK_MIN:
    return 16384;
  case _SC_THREAD_KEYS_MAX:
    return 1024;
  case _SC_THREAD_DESTRUCTOR_ITERATIONS:
    return 4;
  case _SC_ARG_MAX:
    return 2097152;
  case _SC_LINE_MAX:
    return 2048;
  case _SC_HOST_NAME_MAX:
    return 64;
  case _SC_IOV_MAX:
    return 1024;
  case _SC_LEVEL1_DCACHE_LINESIZE:
    return 64;
  case _SC_THREADS:
  case _SC_MONOTONIC_CLOCK:
    return 200809;
  default:
    errno = EINVAL;
    return -1;
  }
}
int getpagesize(void) {
  return 4096;
}
int get_nprocs(void) {
  return processors;
}
int get_nprocs_conf(void) {
  return processors;
}
int getdtablesize(void) {
  return 1024;
}

int gethostname(char *into, size_t room) {
  static const char name[] = "heddle";
  if (room < sizeof name) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(into, name, sizeof name);
  return 0;
}
int uname(struct utsname *into) {
  memset(into, 0, sizeof *into);
  strcpy(into->sysname, "Linux");
  strcpy(into->nodename, "heddle");
  strcpy(into->release, "6.0.0");
  strcpy(into->version, "#1");
  strcpy(into->machine, "x86_64");
  return 0;
}
int getrlimit(__rlimit_resource_t which, struct rlimit *into) {
  (void)which;
  into->rlim_cur = into->rlim_max = RLIM_INFINITY;
  return 0;
}
int setrlimit(__rlimit_resource_t which, const struct rlimit *limit) {
  (void)which;
  (void)limit;
  return 0;
}
int getloadavg(double loads[], int count) {
  for (int i = 0; i < count && i < 3; ++i)
    loads[i] = 0;
  return count < 3 ? count : 3;
}

// --- scheduling: told and forgotten; the search decides who runs.

int sched_get_priority_max(int policy) {
  return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}
int sched_get_priority_min(int policy) {
  return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}
int sched_getscheduler(pid_t of) {
  (void)of;
  return SCHED_OTHER;
}
int sched_setscheduler(pid_t of, int policy, const struct sched_param *parameters) {
  (void)of;
  (void)policy;
  (void)parameters;
  return 0;
}
int sched_getparam(pid_t of, struct sched_param *into) {
  (void)of;
  into->sched_priority = 0;
  return 0;
}
int sched_setparam(pid_t of, const struct sched_param *parameters) {
  (void)of;
  (void)parameters;
  return 0;
}
int sched_getcpu(void) {
  return 0;
}
int sched_getaffinity(pid_t of, size_t size, cpu_set_t *into) {
  (void)of;
  memset(into, 0, size);
  *(unsigned char *)into = (1 << processors) - 1;
  return 0;
}
int sched_setaffinity(pid_t of, size_t size, const cpu_set_t *set) {
  (void)of;
  (void)size;
  (void)set;
  return 0;
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size; ++i)
    count += __builtin_popcount(((const unsigned char *)set)[i]);
  return count;
}
cpu_set_t *__sched_cpualloc(size_t count) {
  return malloc((count + 63) / 64 * 8);
}
void __sched_cpufree(cpu_set_t *set) {
  free(set);
}
int nice(int by) {
  (void)by;
  return 0;
}
int getpriority(__priority_which_t which, id_t who) {
  (void)which;
  (void)who;
  return 0;
}
int setpriority(__priority_which_t which, id_t who, int value) {
  (void)which;
  (void)who;
  (void)value;
  return 0;
}

// --- signals: handlers are kept and never called, since nobody sends any ("no-signals").

static struct sigaction actions[mostKeptSignals];
static int actionsTurn;

static int isSignal(int number) {
  if (number > 0 && number < mostKeptSignals && number != SIGKILL && number != SIGSTOP)
    return 1;
  errno = EINVAL;
  return 0;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (!isSignal(number))
    return -1;
  enter(&actionsTurn);
  const struct sigaction before = actions[number];
  if (action)
    actions[number] = *action;
  leave(&actionsTurn);
  if (old)
    *old = before;
  return 0;
}
__sighandler_t signal(int number, __sighandler_t handler) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}
// What SIGRTMIN and SIGRTMAX are.
int __libc_current_sigrtmin(void) {
  return 34;
}
int __libc_current_sigrtmax(void) {
  return 64;
}
int raise(int number) {
  if (number == SIGABRT)
    abort();
  __heddle_unsupported("raise of a signal");
  return -1;
}

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}
int sigfillset(sigset_t *set) {
  memset(set, 0xFF, sizeof *set);
  return 0;
}
static unsigned long *wordOf(sigset_t *set, int number) {
  return &set->__val[(unsigned)(number - 1) / 64];
}
static unsigned long bitOf(int number) {
  return 1ul << (unsigned)(number - 1) % 64;
}
int sigaddset(sigset_t *set, int number) {
  if (number < 1 || number >= mostKeptSignals) {
    errno = EINVAL;
    return -1;
  }
  *wordOf(set, number) |= bitOf(number);
  return 0;
}
int sigdelset(sigset_t *set, int number) {
  if (number < 1 || number >= mostKeptSignals) {
    errno = EINVAL;
    return -1;
  }
  *wordOf(set, number) &= ~bitOf(number);
  return 0;
}
int sigismember(const sigset_t *set, int number) {
  if (number < 1 || number >= mostKeptSignals) {
    errno = EINVAL;
    return -1;
  }
  return (*wordOf((sigset_t *)set, number) & bitOf(number)) != 0;
}

static _Thread_local sigset_t masked;
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  const sigset_t before = masked;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  for (size_t i = 0; set && i < sizeof masked.__val / sizeof *masked.__val; ++i) {
    if (how == SIG_BLOCK)
      masked.__val[i] |= set->__val[i];
    else if (how == SIG_UNBLOCK)
      masked.__val[i] &= ~set->__val[i];
    else
      masked.__val[i] = set->__val[i];
  }
  if (old)
    *old = before;
  return 0;
}
int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  const int error = pthread_sigmask(how, set, old);
  if (!error)
    return 0;
  errno = error;
  return -1;
}

// --- locale: there is the one of C.

char *setlocale(int category, const char *locale) {
  static char name[] = "C";
  if (category < 0 || category > LC_ALL + 6)
    return NULL;
  return !locale || !*locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX") ? name : NULL;
}
struct lconv *localeconv(void) {
  static char point[] = ".", nothing[] = "";
  static struct lconv answer;
  answer.decimal_point = point;
  answer.thousands_sep = answer.grouping = answer.int_curr_symbol = answer.currency_symbol =
      nothing;
  return &answer;
}
static struct __locale_struct onlyLocale;
locale_t newlocale(int categories, const char *name, locale_t base) {
  (void)base;
  if (setlocale(LC_ALL, name) && categories)
    return &onlyLocale;
  errno = ENOENT;
  return NULL;
}
locale_t duplocale(locale_t locale) {
  return locale;
}
locale_t uselocale(locale_t locale) {
  (void)locale;
  return LC_GLOBAL_LOCALE;
}
void freelocale(locale_t locale) {
  (void)locale;
}
size_t __ctype_get_mb_cur_max(void) {
  return 1;
}

// --- ending

struct lastWish {
  struct lastWish *next;
  void (*function)(int, void *);
  void *argument;
};
static struct lastWish *wishes;
static int wishesTurn;

static void fulfil(void) {
  enter(&wishesTurn);
  struct lastWish *wish = wishes;
  wishes = wish->next;
  leave(&wishesTurn);
  const struct lastWish kept = *wish;
  free(wish);
  kept.function(__heddle_exit_code(), kept.argument);
}

int on_exit(void (*function)(int, void *), void *argument) {
  struct lastWish *wish = malloc(sizeof *wish);
  if (!wish)
    abort();
  enter(&wishesTurn);
  *wish = (struct lastWish){wishes, function, argument};
  wishes = wish;
  leave(&wishesTurn);
  return atexit(fulfil);
}
