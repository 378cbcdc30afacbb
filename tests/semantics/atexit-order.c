// atexit handlers run in reverse order, before destructors, once each.
#include <stdio.h>
#include <stdlib.h>

static int counter;

static void a(void) {
  printf("a %d\n", ++counter);
}
static void b(void) {
  printf("b %d\n", ++counter);
}
static void nested(void) {
  printf("nested %d\n", ++counter);
}
static void registers(void) {
  printf("registers %d\n", ++counter);
  atexit(nested);
}

__attribute__((destructor)) static void destructor(void) {
  printf("destructor %d\n", ++counter);
}

int main(void) {
  atexit(a);
  atexit(registers);
  atexit(b);
  atexit(a);
  puts("main");
  return 7;
}
