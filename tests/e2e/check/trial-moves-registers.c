// The first iteration is tried out as a spin, and the call in it makes the registers move: the real
// iteration must not go on in the old ones. Freed memory is overwritten here, so that it shows.
// RUN: env MALLOC_PERTURB_=165 %heddle check %s --out %t | FileCheck %s
// CHECK: safe:
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 3;

static int large(int n) {
  int a = n + 1, b = a * 3, c = b - n, d = c * a, e = d ^ b, f = e + c, g = f * d, h = g - e;
  return h + a + b + c + d + e + f + g;
}

static int take(int n) {
  pthread_mutex_lock(&lock);
  int more = left > 0;
  if (more)
    left -= n;
  pthread_mutex_unlock(&lock);
  return more;
}

static void *work(void *argument) {
  int n = *(int *)argument + 1;
  for (;;) {
    int same = large(n);
    if (!take(n))
      break;
    assert(same == large(n));
  }
  return argument;
}

int main(void) {
  static int zero;
  pthread_t first, second;
  pthread_create(&first, 0, work, &zero);
  pthread_create(&second, 0, work, &zero);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(left == 0);
  return 0;
}
