// a buffer that is taken away and replaced in one section, and used without the lock
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t swap = PTHREAD_MUTEX_INITIALIZER;
int front[2] = {1, 2};
int back[2] = {3, 4};
int *current = front;
int sample;

static void *flipper(void *unused) {
  pthread_mutex_lock(&swap);
  current = NULL;
  back[0] = 9;
  current = back;
  pthread_mutex_unlock(&swap);
  return unused;
}

static void *player(void *unused) {
  pthread_mutex_lock(&swap);
  int *playing = current;
  pthread_mutex_unlock(&swap);
  if (playing)
    sample = playing[1];
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, flipper, 0);
  pthread_create(&second, 0, player, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
