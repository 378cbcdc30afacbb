// RUN: %expect %s
// Both hold the lock.
// EXPECT: safe
#include <pthread.h>
#include <string.h>

static char name[8] = "ann";
static size_t length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rename_to_bob(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  strcpy(name, "bob");
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *measure(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  length = strlen(name);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, rename_to_bob, NULL);
  pthread_create(&b, NULL, measure, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
