// Transfers between accounts under a lock each; an audit that takes them one by one.
#include <heddle/heddle.h>
#include <pthread.h>

#define ACCOUNTS 3
int account[ACCOUNTS] = {50, 50, 50};
int transfers;
pthread_mutex_t locks[ACCOUNTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t book = PTHREAD_MUTEX_INITIALIZER;

static int take(int from, int amount) {
  int taken = 0;
  pthread_mutex_lock(&locks[from]);
  if (account[from] >= amount) {
    account[from] -= amount;
    taken = amount;
  }
  pthread_mutex_unlock(&locks[from]);
  return taken;
}

static void give(int to, int amount) {
  pthread_mutex_lock(&locks[to]);
  account[to] += amount;
  pthread_mutex_unlock(&locks[to]);
}

static void transfer(int from, int to, int amount) {
  int taken = take(from, amount);
  if (taken > 0) {
    give(to, taken);
    pthread_mutex_lock(&book);
    transfers++;
    pthread_mutex_unlock(&book);
  }
}

void *first(void *unused) {
  transfer(0, 1, heddle_range(1, 60, "amount"));
  transfer(1, 2, 10);
  return unused;
}

void *second(void *unused) {
  transfer(1, 0, heddle_range(1, 60, "sum"));
  return unused;
}

void *audit(void *unused) {
  int sum = 0;
  for (int i = 0; i < ACCOUNTS; i++) {
    pthread_mutex_lock(&locks[i]);
    sum += account[i];
    pthread_mutex_unlock(&locks[i]);
  }
  heddle_assert(sum <= 150);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, audit, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
