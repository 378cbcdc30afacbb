// Variables are named as the program names them.
// RUN: %heddle inspect %s | FileCheck %s
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct account {
  pthread_mutex_t lock;
  long balance;
};
struct bank {
  struct account accounts[4];
  struct node *log;
  int grid[3][5];
  union {
    int number;
    float real;
  };
};

static struct bank bank;
static struct account spare = {PTHREAD_MUTEX_INITIALIZER, 0};
static int *pointer;
static const int limit = 7;

static void pay(struct account *to, long amount) {
  pthread_mutex_lock(&to->lock);
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
}

static void *run(void *argument) {
  struct bank *own = argument;
  int i = *(int *)pointer;
  pay(&own->accounts[i], limit);
  pthread_mutex_lock(&spare.lock);
  spare.balance = 1;
  pthread_mutex_unlock(&spare.lock);
  own->grid[1][i] = 2;
  bank.number = 3;
  bank.accounts[2].balance = 4;
  own->log->next->value = 5;
  struct node *fresh = malloc(sizeof *fresh);
  fresh->next = bank.log;
  free(fresh);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, &bank);
  return pthread_join(thread, 0);
}
// CHECK:      accesses:
// CHECK-DAG:  37  read {{ *}}pointer{{ |$}}
// CHECK-DAG:  37  read {{ *}}*pointer{{ |$}}
// CHECK-DAG:  39  lock {{ *}}spare.lock
// CHECK-DAG:  40  write {{ *}}spare.balance
// CHECK-DAG:  42  write {{ *}}own->grid[1][i]
// CHECK-DAG:  43  write {{ *}}bank.number
// CHECK-DAG:  44  write {{ *}}bank.accounts[2].balance
// CHECK-DAG:  45  read {{ *}}own->log{{ |$}}
// CHECK-DAG:  45  read {{ *}}own->log->next{{ |$}}
// CHECK-DAG:  45  write {{ *}}own->log->next->value
// CHECK-DAG:  46  allocate {{ *}}*fresh
// CHECK-DAG:  47  read {{ *}}bank.log
// CHECK-DAG:  47  write {{ *}}fresh->next
// CHECK-DAG:  48  free {{ *}}*fresh
// CHECK:      pay ({{.*}}variables.c)
// CHECK-NEXT: 30  lock {{ *}}to->lock
// CHECK-NEXT: 31  read {{ *}}to->balance
// CHECK-NEXT: 31  write {{ *}}to->balance
// CHECK-NEXT: 32  unlock {{ *}}to->lock
// CHECK-NOT:  limit
