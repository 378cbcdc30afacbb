// A thread that creates and joins a thread of its own.
#include <pthread.h>
#include <stdio.h>

struct range {
  int from, to;
  long sum;
};

static void *add(void *p) {
  struct range *r = p;
  if (r->to - r->from > 4) {
    int middle = (r->from + r->to) / 2;
    struct range left = {r->from, middle, 0}, right = {middle, r->to, 0};
    pthread_t t;
    pthread_create(&t, NULL, add, &left);
    add(&right);
    pthread_join(t, NULL);
    r->sum = left.sum + right.sum;
    return NULL;
  }
  for (int i = r->from; i < r->to; i++)
    r->sum += i * i;
  return NULL;
}

int main(void) {
  struct range r = {1, 8, 0};
  pthread_t t;
  pthread_create(&t, NULL, add, &r);
  pthread_join(t, NULL);
  printf("%ld\n", r.sum);
  return (int)r.sum - 100;
}
