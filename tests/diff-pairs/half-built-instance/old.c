// a first look at a lazily built thing that does not take the lock (double-checked)
#include <pthread.h>

enum { NONE, BUILDING, BUILT };

pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
int state = NONE;
int fields;
int used;

static void *builder(void *unused) {
  pthread_mutex_lock(&making);
  state = BUILDING;
  fields = 11;
  state = BUILT;
  pthread_mutex_unlock(&making);
  return unused;
}

static void *user(void *unused) {
  int quick = state;
  if (quick != NONE)
    used = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, builder, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
