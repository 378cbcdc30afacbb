// Paper 001, figure 2: a thread checks an element; another one may have made it too large before,
// if an input says so.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t lock;
  int e;
} Element;

static void reset(Element *elem) {
  elem->e = 11;
}

static void check(Element *elem) {
  if (elem->e > 9)
    abort(); // target
}

static void *threadA(void *argument) {
  Element *elem = argument;
  pthread_mutex_lock(&elem->lock);
  check(elem);
  pthread_mutex_unlock(&elem->lock);
  return NULL;
}

static void *threadB(void *argument) {
  Element *elem = argument;
  int x = heddle_int("x");
  if (x > 18) {
    pthread_mutex_lock(&elem->lock);
    reset(elem);
    pthread_mutex_unlock(&elem->lock);
  }
  return NULL;
}

static Element element = {PTHREAD_MUTEX_INITIALIZER, 1};

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, threadA, &element);
  pthread_create(&b, NULL, threadB, &element);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
