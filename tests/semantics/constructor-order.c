// Constructors and destructors run by priority around main.
#include <stdio.h>

static int order[8], n;

// Defined in an order that is not the one they run in.
__attribute__((constructor)) static void plain(void) {
  order[n++] = 3;
}
__attribute__((constructor(300))) static void second(void) {
  order[n++] = 2;
}
__attribute__((constructor(200))) static void first(void) {
  order[n++] = 1;
}
__attribute__((constructor(65535))) static void late(void) {
  order[n++] = 4;
}

__attribute__((destructor(200))) static void last(void) {
  puts("destructor 200");
}
__attribute__((destructor)) static void early(void) {
  puts("destructor");
}
__attribute__((destructor(300))) static void middle(void) {
  puts("destructor 300");
}

int main(void) {
  int sum = 0, sorted = 1;
  for (int i = 0; i < n; i++) {
    sum += order[i];
    sorted &= i == 0 || order[i - 1] < order[i] || order[i] >= 3;
  }
  printf("%d %d %d\n", n, sum, sorted);
  printf("%d %d\n", order[0], order[1]);
  return n;
}
