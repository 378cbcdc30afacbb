// Two threads take turns through one condition variable.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, used;
static char trace[8];

static void *player(void *p) {
  int me = *(int *)p;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (turn != me)
      pthread_cond_wait(&turned, &lock);
    trace[used++] = (char)('a' + me);
    turn = !me;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, player, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%s %d\n", trace, turn);
  return used;
}
