// RUN: %expect %s
// Each lock has one unlock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void visit(int levels) {
  pthread_mutex_lock(&lock);
  depth++;
  if (levels > 1)
    visit(levels - 1);
  depth--;
  pthread_mutex_unlock(&lock);
}

static void *walk(void *arg) {
  (void)arg;
  visit(2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, walk, NULL);
  pthread_create(&b, NULL, walk, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
