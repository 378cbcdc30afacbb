// a reference that is taken and given back at the same time
#include <pthread.h>

pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
int refs = 1;
int isFreed;

static void *get(void *unused) {
  refs++;
  return unused;
}

static void *put(void *unused) {
  pthread_mutex_lock(&counting);
  refs--;
  pthread_mutex_unlock(&counting);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, get, 0);
  pthread_create(&second, 0, put, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
