// Time on top of clock_gettime, which the VM runs itself (time.h).
#include <time.h>

clock_t clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / 1000;
}

double difftime(time_t later, time_t earlier) {
  return (double)(later - earlier);
}
