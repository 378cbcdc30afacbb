// A spin lock made of atomic_flag.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int balance = 100;

static void acquire(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
}
static void release(void) {
  atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void *withdraw(void *p) {
  acquire();
  int b = balance;
  balance = b - *(int *)p;
  release();
  return NULL;
}

int main(void) {
  int ten = 10, forty = 40;
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, &ten);
  pthread_create(&b, NULL, withdraw, &forty);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", balance);
  return balance;
}
