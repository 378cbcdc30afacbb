// C11 threads: broadcast, a wait that may time out, sleeping.
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t ready;
static int go, done;

static int work(void *unused) {
  (void)unused;
  mtx_lock(&lock);
  while (!go)
    cnd_wait(&ready, &lock);
  ++done;
  mtx_unlock(&lock);
  return 7;
}

int main(void) {
  thrd_t threads[2];
  mtx_init(&lock, mtx_timed);
  cnd_init(&ready);
  for (int i = 0; i < 2; ++i)
    thrd_create(&threads[i], work, NULL);
  printf("%d\n", thrd_sleep(&(struct timespec){0, 1000}, NULL));
  mtx_lock(&lock);
  go = 1;
  cnd_broadcast(&ready);
  mtx_unlock(&lock);
  for (int i = 0; i < 2; ++i) {
    int result = 0;
    thrd_join(threads[i], &result);
    printf("%d\n", result);
  }
  printf("%d\n", done);
  struct timespec past = {1, 0};
  mtx_lock(&lock);
  printf("%d\n", cnd_timedwait(&ready, &lock, &past) == thrd_timedout);
  mtx_unlock(&lock);
  cnd_destroy(&ready);
  mtx_destroy(&lock);
  return 0;
}
