// exit from deep inside nested calls: handlers run, callers do not resume.
#include <stdio.h>
#include <stdlib.h>

static const char *stage = "start";

static void handler(void) {
  printf("handler after %s\n", stage);
}

static int search(int depth, int width) {
  for (int i = 0; i < width; i++) {
    if (depth == 3 && i == 2) {
      stage = "search";
      printf("exit at %d %d\n", depth, i);
      exit(depth * 10 + i);
    }
    if (depth < 3)
      search(depth + 1, width);
  }
  return puts("not reached");
}

__attribute__((destructor)) static void last(void) {
  puts("destructor");
}

int main(void) {
  atexit(handler);
  search(0, 4);
  puts("not reached either");
  return 1;
}
