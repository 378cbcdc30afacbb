// Kinds of mutexes and threads that depend on inputs.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// CHECK-DAG: attributes.c:[[#@LINE+16]]:{{.*}} [lock-misuse]
// CHECK-DAG: attributes.c:[[#@LINE+27]]:{{.*}} [thread-misuse]
#include <heddle/heddle.h>
#include <pthread.h>

static void *work(void *unused) {
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, heddle_bool("normal") ? PTHREAD_MUTEX_NORMAL : PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &kind);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);

  pthread_attr_t how;
  pthread_attr_init(&how);
  int detached;
  heddle_symbolic(&detached, sizeof detached, "detached");
  heddle_assume(detached == PTHREAD_CREATE_JOINABLE || detached == PTHREAD_CREATE_DETACHED);
  pthread_attr_setdetachstate(&how, detached);
  pthread_t thread;
  pthread_create(&thread, &how, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
