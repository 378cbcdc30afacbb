// a reply that is not awaited after the question was asked
#include <pthread.h>

volatile int asked;
volatile int judged;
int question;
int verdict;
int outcome;

static void *asker(void *unused) {
  question = 4;
  asked = 1;
  while (judged != 1)
    ;
  outcome = verdict;
  return unused;
}

static void *judge(void *unused) {
  while (asked != 1)
    ;
  verdict = question * 2;
  judged = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, asker, 0);
  pthread_create(&second, 0, judge, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
