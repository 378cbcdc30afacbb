// Printing several shared texts is one operation; it came to no end once.
// RUN: %heddle check %s --out %t --time 20 | FileCheck %s
// CHECK: safe
#include <pthread.h>
#include <stdio.h>

static char a[8] = "abc", b[8] = "def";
static char into[2][32];

static void *print(void *which) {
  printf("%s %s\n", a, b);
  snprintf(into[which != NULL], sizeof into[0], "%s %s", a, b);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, print, NULL);
  print(&thread);
  pthread_join(thread, NULL);
  return 0;
}
