// on_exit and atexit together, last first, with the status.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void plain(void) {
  puts("plain");
}
static void with(int status, void *argument) {
  printf("%d %s\n", status, (const char *)argument);
}

int main(void) {
  on_exit(with, "first");
  atexit(plain);
  on_exit(with, "second");
  exit(5);
}
