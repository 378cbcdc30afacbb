// C11 threads, mutexes, condition variables, once, thread-specific storage and atomics.
// RUN: %heddle inspect %s | FileCheck %s
#include <stdatomic.h>
#include <threads.h>

static mtx_t lock;
static cnd_t ready;
static once_flag once = ONCE_FLAG_INIT;
static int done;
static atomic_int hits;
static _Thread_local int mine;

static void prepare(void) { done = 0; }

static int work(void *unused) {
  (void)unused;
  call_once(&once, prepare);
  mine = 1;
  hits++;
  mtx_lock(&lock);
  done = 1;
  cnd_signal(&ready);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&lock, mtx_plain);
  cnd_init(&ready);
  thrd_create(&thread, work, 0);
  mtx_lock(&lock);
  while (!done)
    cnd_wait(&ready, &lock);
  mtx_unlock(&lock);
  return thrd_join(thread, 0);
}
// CHECK:      threads:
// CHECK-NEXT:   main
// CHECK-NEXT:   work {{ *}}created at {{.*}}c11.c:31{{$}}
// CHECK:        main ({{.*}}c11.c)
// CHECK-NEXT:   29  sync-init {{ *}}lock
// CHECK-NEXT:   30  sync-init {{ *}}ready
// CHECK-NEXT:   31  create {{ *}}thread
// CHECK-NEXT:   32  lock {{ *}}lock
// CHECK-NEXT:   33  read {{ *}}done
// CHECK-NEXT:   34  wait {{ *}}ready
// CHECK-NEXT:   35  unlock {{ *}}lock
// CHECK-NEXT:   36  join {{ *}}thread
// CHECK:        work ({{.*}}c11.c)
// CHECK-NEXT:   17  once {{ *}}once
// CHECK-NEXT:   19  read-modify-write {{ *}}hits
// CHECK-NEXT:   20  lock {{ *}}lock
// CHECK-NEXT:   21  write {{ *}}done
// CHECK-NEXT:   22  signal {{ *}}ready
// CHECK-NEXT:   23  unlock {{ *}}lock
// CHECK:        prepare ({{.*}}c11.c)
// CHECK-NEXT:   13  write {{ *}}done
