// an audit that comes in the midst of a report of two numbers
#include <pthread.h>

pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER;
int price;
int amount;

static void *report(void *unused) {
  pthread_mutex_lock(&books);
  int each = price;
  int many = amount;
  pthread_mutex_unlock(&books);
  return each * many ? 0 : unused;
}

static void *audit(void *unused) {
  pthread_mutex_lock(&books);
  int looked = price;
  pthread_mutex_unlock(&books);
  return looked ? 0 : unused;
}

int main(void) {
  pthread_t first, second;
  price = 5;
  amount = 3;
  pthread_create(&first, 0, report, 0);
  pthread_create(&second, 0, audit, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
