// A ring of a few places; the test for full is one too late.
#include <heddle/heddle.h>
#include <pthread.h>

#define SIZE 3
int items[SIZE + 1];
int head, tail, stored;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int put(int value) {
  int done = 0;
  pthread_mutex_lock(&m);
  if (stored <= SIZE) {
    items[tail] = value;
    tail = tail == SIZE ? 0 : tail + 1;
    stored++;
    done = 1;
  }
  heddle_assert(stored <= SIZE);
  pthread_mutex_unlock(&m);
  return done;
}

static int get(void) {
  int value = -1;
  pthread_mutex_lock(&m);
  if (stored > 0) {
    value = items[head];
    head = head == SIZE ? 0 : head + 1;
    stored--;
  }
  pthread_mutex_unlock(&m);
  return value;
}

void *producer(void *unused) {
  for (int i = 0; i < 4; i++)
    put(heddle_range(1, 9, "item"));
  return unused;
}

void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int value = get();
    if (value > 0)
      sum += value;
  }
  heddle_assert(sum < 100);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, producer, 0);
  pthread_create(&t[1], 0, consumer, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
