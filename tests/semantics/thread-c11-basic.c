// threads.h: thrd_create and join, exit codes, mtx, call_once, equality.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static once_flag once = ONCE_FLAG_INIT;
static int counter, runs;

static void init(void) {
  runs++;
}

static int work(void *p) {
  call_once(&once, init);
  mtx_lock(&lock);
  counter += *(int *)p;
  mtx_unlock(&lock);
  if (*(int *)p == 4)
    thrd_exit(44);
  return *(int *)p * 2;
}

int main(void) {
  int ok = mtx_init(&lock, mtx_plain) == thrd_success;
  int values[2] = {3, 4};
  thrd_t t[2];
  for (int i = 0; i < 2; i++)
    ok &= thrd_create(&t[i], work, &values[i]) == thrd_success;
  int codes[2];
  for (int i = 0; i < 2; i++)
    ok &= thrd_join(t[i], &codes[i]) == thrd_success;
  printf("%d %d %d %d %d\n", ok, counter, runs, codes[0], codes[1]);
  printf("%d\n", thrd_equal(thrd_current(), thrd_current()) != 0);
  int held = mtx_trylock(&lock) == thrd_success;
  int busy = mtx_trylock(&lock) == thrd_busy;
  mtx_unlock(&lock);
  mtx_destroy(&lock);
  printf("%d %d\n", held, busy);
  return codes[1];
}
