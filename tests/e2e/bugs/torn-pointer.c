// RUN: %expect %s
// The halves of a pointer are stored in two critical sections; between them the
// reader puts a new low half and an old high half together.
// EXPECT: invalid-pointer
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
enum { CHECK = 0x7fff0000 }; // marks a high half that was stored
static uint32_t low, high;
static int seen;
static int value = 4;

static void *store(void *arg) {
  (void)arg;
  uintptr_t bits = (uintptr_t)&value;
  pthread_mutex_lock(&lock);
  low = (uint32_t)bits;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  high = (uint32_t)(bits >> 32) ^ CHECK;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *load(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  uintptr_t bits = low;
  bits |= (uintptr_t)(high ^ CHECK) << 32;
  pthread_mutex_unlock(&lock);
  if ((uint32_t)bits != 0)
    seen = *(int *)bits; // BUG: invalid-pointer
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, store, NULL);
  pthread_create(&b, NULL, load, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
