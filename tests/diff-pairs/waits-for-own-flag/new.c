// a thread that waits for the mark it sets itself instead of the other one's (wrong condition)
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t change = PTHREAD_COND_INITIALIZER;
int loaded;
int shown;
int page;
int screen;

static void *loader(void *unused) {
  pthread_mutex_lock(&lock);
  page = 5;
  loaded = 1;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *viewer(void *unused) {
  pthread_mutex_lock(&lock);
  while (!loaded)
    pthread_cond_wait(&change, &lock);
  shown = 1;
  screen = page;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, loader, 0);
  pthread_create(&second, 0, viewer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
