// RUN: %expect %s
// A thread is told the wrong length of main's local array and reads past it.
// EXPECT: out-of-bounds
#include <pthread.h>
#include <stdatomic.h>

struct task {
  const int *numbers;
  int length;
};

static atomic_int total;

static void *add(void *arg) {
  const struct task *task = arg;
  for (int i = 0; i < task->length; i++)
    atomic_fetch_add(&total, task->numbers[i]); // BUG: out-of-bounds
  return NULL;
}

int main(void) {
  pthread_t adder;
  int numbers[2] = {1, 2};
  struct task task = {numbers, 3};
  pthread_create(&adder, NULL, add, &task);
  pthread_join(adder, NULL);
  return 0;
}
