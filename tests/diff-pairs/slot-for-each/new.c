// two runs of one routine on slots of their own, of which the second is not waited for
#include <pthread.h>

int first;
int last;
int sum;

static void *fill(void *slot) {
  *(int *)slot = 5;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, fill, &first);
  pthread_create(&two, 0, fill, &last);
  pthread_join(one, 0);
  pthread_join(two, 0);
  sum = first + last;
  return sum;
}
