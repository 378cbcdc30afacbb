// pthread_create and join: arguments in, results out as pointers and integers.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct job {
  int from, to, sum;
};

static void *add(void *p) {
  struct job *j = p;
  for (int i = j->from; i < j->to; i++)
    j->sum += i;
  return j;
}

static void *square(void *p) {
  intptr_t v = (intptr_t)p;
  return (void *)(v * v);
}

int main(void) {
  struct job jobs[2] = {{0, 10, 0}, {10, 20, 100}};
  pthread_t a, b;
  pthread_create(&a, NULL, add, &jobs[0]);
  pthread_create(&b, NULL, square, (void *)(intptr_t)-9);
  void *ra, *rb;
  pthread_join(b, &rb);
  pthread_join(a, &ra);
  printf("%d %d %ld\n", ra == &jobs[0], ((struct job *)ra)->sum, (long)(intptr_t)rb);
  pthread_create(&a, NULL, add, &jobs[1]);
  int r = pthread_join(a, NULL);
  printf("%d %d\n", r, jobs[1].sum);
  return jobs[1].sum - 200;
}
