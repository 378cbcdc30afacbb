// A block of the heap is shown by the type of the pointer that it is allocated for: members by name,
// elements by number, unsigned values as such. Where nothing is known of it, there are bytes.
// RUN: %exits 1 %heddle check %s --verbose --out %t | FileCheck %s
// CHECK: list = &heap@[[#@LINE+47]]{{$|  *│}}
// CHECK: heap@[[#LIST:]].weight = 4000000000
// CHECK: heap@[[#LIST]].balance = -3
// CHECK: heap@[[#LIST]].tag[2] = 200
// CHECK: heap@{{[0-9]+}}[3] = 3000000000
// CHECK: heap@{{[0-9]+}}: 0 → 4294967295
// CHECK: heap@{{[0-9]+}}+4 = 7
// CHECK: list = &heap@[[#MADE:]]{{$}}
// CHECK: reads heap@[[#MADE]].next: &heap@[[#LIST]]{{ }}
// CHECK: reads heap@[[#LIST]].weight: 4000000000
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  unsigned weight;
  int balance;
  unsigned char tag[4];
};

static struct node *list;
static unsigned *numbers;
static _Atomic(unsigned) *count;
static void *bytes;

static struct node *make(void) {
  return malloc(sizeof(struct node));
}

static void *work(void *unused) {
  list->weight = 4000000000u;
  list->balance = -3;
  list->tag[2] = 200;
  numbers[3] = 3000000000u;
  atomic_fetch_sub(count, 1);
  ((int *)bytes)[1] = 7;
  struct node *other = make();
  other->weight = 4000000001u;
  other->next = list;
  list = other;
  return unused;
}

int main(void) {
  pthread_t thread;
  list = calloc(1, sizeof *list);
  numbers = calloc(8, sizeof *numbers);
  count = calloc(1, sizeof *count);
  bytes = malloc(8);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(list->next->weight != 4000000000u);
  return 0;
}
