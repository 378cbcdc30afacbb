// N threads pay in and N draw out, each under the mutex, and one looks whether the balance is what
// the totals say. With -DBUG the totals are written after the mutex is let go.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static int balance;
static int paid;
static int drawn;
static int amount;

static void *pay(void *unused) {
  pthread_mutex_lock(&lock);
  balance += amount;
#ifdef BUG
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  paid += amount;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *draw(void *unused) {
  pthread_mutex_lock(&lock);
  if (balance >= amount) {
    balance -= amount;
    drawn += amount;
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *look(void *unused) {
  pthread_mutex_lock(&lock);
  assert(balance == first + paid - drawn);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  first = heddle_range(0, 1000, "first");
  amount = heddle_range(1, 1000, "amount");
  balance = first;
  pthread_t threads[2 * N + 1];
  for (int i = 0; i < N; ++i) {
    pthread_create(&threads[2 * i], 0, pay, 0);
    pthread_create(&threads[2 * i + 1], 0, draw, 0);
  }
  pthread_create(&threads[2 * N], 0, look, 0);
  for (int i = 0; i <= 2 * N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
