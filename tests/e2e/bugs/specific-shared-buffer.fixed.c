// RUN: %expect %s
// Each thread allocates its own buffer, freed by the key's destructor.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *use(void *arg) {
  (void)arg;
  pthread_setspecific(key, malloc(sizeof(int)));
  int *mine = pthread_getspecific(key);
  *mine = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, free);
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_key_delete(key);
  return 0;
}
