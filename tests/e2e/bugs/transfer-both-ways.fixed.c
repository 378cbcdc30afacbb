// RUN: %expect %s
// A transfer locks the account with the lower number first.
// EXPECT: safe
#include <pthread.h>

struct account {
  int number;
  int balance;
  pthread_mutex_t lock;
};

static struct account x = {1, 100, PTHREAD_MUTEX_INITIALIZER};
static struct account y = {2, 100, PTHREAD_MUTEX_INITIALIZER};

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from->number < to->number ? from : to;
  struct account *second = first == from ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *there(void *arg) {
  (void)arg;
  transfer(&x, &y, 10);
  return NULL;
}

static void *back(void *arg) {
  (void)arg;
  transfer(&y, &x, 20);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
