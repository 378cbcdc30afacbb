// RUN: %expect %s
// Main joins the worker first.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int works;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  atomic_fetch_add(&works, 1);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
