// RUN: %expect %s
// Both threads lock the tables in the same order.
// EXPECT: safe
#include <pthread.h>

static pthread_rwlock_t x_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t y_lock = PTHREAD_RWLOCK_INITIALIZER;
static int x = 1;
static int y = 2;

static void *copy_x_to_y(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&x_lock);
  pthread_rwlock_wrlock(&y_lock);
  y = x;
  pthread_rwlock_unlock(&y_lock);
  pthread_rwlock_unlock(&x_lock);
  return NULL;
}

static void *copy_y_to_x(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&x_lock);
  pthread_rwlock_rdlock(&y_lock);
  x = y;
  pthread_rwlock_unlock(&x_lock);
  pthread_rwlock_unlock(&y_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copy_x_to_y, NULL);
  pthread_create(&b, NULL, copy_y_to_x, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
