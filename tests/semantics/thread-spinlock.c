// pthread spin locks.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_spinlock_t lock;
static int counter = 1;

static void *work(void *p) {
  pthread_spin_lock(&lock);
  counter += *(int *)p;
  pthread_spin_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  int three = 3, five = 5;
  pthread_t t;
  pthread_create(&t, NULL, work, &three);
  work(&five);
  pthread_join(t, NULL);
  int a = pthread_spin_trylock(&lock), b = pthread_spin_trylock(&lock);
  printf("%d %d\n", a, b == EBUSY);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
  printf("%d\n", counter);
  return counter;
}
