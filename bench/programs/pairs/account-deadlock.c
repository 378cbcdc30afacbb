// Accounts with a lock each, and five customers who move money from one to the next. Each takes
// both locks, its own first. Bug: a deadlock of all five.
#include <assert.h>
#include <pthread.h>

enum { ACCOUNTS = 5 };

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[ACCOUNTS];

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void *customer(void *number) {
  long from = (long)number;
  transfer(&accounts[from], &accounts[(from + 1) % ACCOUNTS], 10);
  return 0;
}

int main(void) {
  pthread_t customers[ACCOUNTS];
  int sum = 0;
  for (int i = 0; i < ACCOUNTS; ++i) {
    pthread_mutex_init(&accounts[i].mutex, 0);
    accounts[i].balance = 100;
  }
  for (long i = 0; i < ACCOUNTS; ++i)
    pthread_create(&customers[i], 0, customer, (void *)i);
  for (int i = 0; i < ACCOUNTS; ++i)
    pthread_join(customers[i], 0);
  for (int i = 0; i < ACCOUNTS; ++i)
    sum += accounts[i].balance;
  assert(sum == 100 * ACCOUNTS);
  return 0;
}
