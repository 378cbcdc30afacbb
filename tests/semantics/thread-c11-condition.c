// threads.h: condition variables, thread_local and thread-specific storage.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static tss_t slot;
static int stage, destroyed;
static thread_local int mine = 9;

static void destroy(void *p) {
  destroyed += *(int *)p;
}

static int work(void *p) {
  tss_set(slot, p);
  mine += *(int *)p;
  mtx_lock(&lock);
  stage = *(int *)tss_get(slot);
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return mine;
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  tss_create(&slot, destroy);
  int six = 6, code;
  thrd_t t;
  thrd_create(&t, work, &six);
  mtx_lock(&lock);
  while (!stage)
    cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  thrd_join(t, &code);
  printf("%d %d %d %d %d\n", stage, code, mine, destroyed, tss_get(slot) == NULL);
  tss_delete(slot);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  return code;
}
