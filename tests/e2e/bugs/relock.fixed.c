// RUN: %expect %s
// The mutex is recursive.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock;
static int size;

static void add_one(void) {
  pthread_mutex_lock(&lock);
  size++;
  pthread_mutex_unlock(&lock);
}

static void *add_two(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  add_one();
  add_one();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, add_two, NULL);
  pthread_join(a, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
