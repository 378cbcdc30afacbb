// A stack whose pop looks at the top outside of the lock.
#include <heddle/heddle.h>
#include <pthread.h>

#define SIZE 5
int items[SIZE];
int top;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  pthread_mutex_lock(&m);
  if (top < SIZE) {
    items[top] = value;
    top++;
  }
  pthread_mutex_unlock(&m);
}

static int pop(void) {
  int value = 0;
  if (top > 0) {
    pthread_mutex_lock(&m);
    heddle_assert(top > 0);
    top--;
    value = items[top];
    pthread_mutex_unlock(&m);
  }
  return value;
}

void *pusher(void *unused) {
  for (int i = 0; i < 3; i++)
    push(heddle_range(1, 5, "value"));
  return unused;
}

void *popper(void *unused) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += pop();
  if (sum > 10)
    push(1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, pusher, 0);
  pthread_create(&t[1], 0, popper, 0);
  pthread_create(&t[2], 0, popper, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
