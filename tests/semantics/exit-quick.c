// quick_exit runs its own list, last in first out, and no atexit handler.
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
  puts("atexit handler");
}
static void quick_first(void) {
  puts("second");
  fflush(stdout);
}
static void quick_second(void) {
  puts("first");
}

int main(void) {
  atexit(never);
  at_quick_exit(quick_first);
  at_quick_exit(quick_second);
  puts("main");
  // Nothing flushes the stream on this way out.
  fflush(stdout);
  quick_exit(23);
}
