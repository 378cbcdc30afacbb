// Two accounts, two locks taken in one order, transfers both ways.
#include <pthread.h>
#include <stdio.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                                     {PTHREAD_MUTEX_INITIALIZER, 50}};

static void transfer(int from, int to, int amount) {
  int first = from < to ? from : to, second = from + to - first;
  pthread_mutex_lock(&accounts[first].lock);
  pthread_mutex_lock(&accounts[second].lock);
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
  pthread_mutex_unlock(&accounts[second].lock);
  pthread_mutex_unlock(&accounts[first].lock);
}

static void *back(void *unused) {
  (void)unused;
  transfer(1, 0, 20);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, back, NULL);
  transfer(0, 1, 5);
  pthread_join(t, NULL);
  printf("%d %d\n", accounts[0].balance, accounts[1].balance);
  return accounts[0].balance;
}
