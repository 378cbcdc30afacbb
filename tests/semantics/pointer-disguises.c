// Pointers that do not look like pointers: in integers, in pieces, with tags, under a mask.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int number;
  int pad;
  uintptr_t both; // To both neighbours at once.
};
static int values[4] = {3, 5, 7, 9};

static void copyBytes(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; ++i)
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

static int chain(void) {
  struct node *nodes = malloc(4 * sizeof *nodes);
  for (int i = 0; i < 4; ++i) {
    uintptr_t before = i > 0 ? (uintptr_t)&nodes[i - 1] : 0;
    uintptr_t after = i < 3 ? (uintptr_t)&nodes[i + 1] : 0;
    nodes[i].number = i + 1;
    nodes[i].both = before ^ after;
  }
  int sum = 0;
  uintptr_t last = 0;
  for (struct node *at = nodes; at;) {
    sum = sum * 10 + at->number;
    struct node *next = (struct node *)(at->both ^ last);
    last = (uintptr_t)at;
    at = next;
  }
  free(nodes);
  return sum;
}

static int tags(void) {
  uintptr_t tagged = (uintptr_t)&values[1] | 1;
  int has = tagged & 1;
  int *plain = (int *)(tagged & ~(uintptr_t)3);
  return *plain * 10 + has;
}

static int halves(void) {
  union {
    int *pointer;
    uint32_t parts[2];
    double real;
  } from, to, third;
  from.pointer = &values[2];
  uint32_t low = from.parts[0], high = from.parts[1];
  to.parts[1] = high;
  to.parts[0] = low;
  third.real = to.real;
  uint64_t whole = (uint64_t)high << 32 | low;
  return *to.pointer * 100 + *(int *)whole * 10 + *third.pointer;
}

static int bytes(void) {
  int *from = &values[3];
  int *to;
  copyBytes(&to, &from, sizeof to);
  *(unsigned char *)&to ^= 1;
  *(unsigned char *)&to ^= 1;
  char buffer[64];
  memset(buffer, 0, sizeof buffer);
  memmove(buffer + 3, &to, sizeof to);
  int *unaligned;
  memcpy(&unaligned, buffer + 3, sizeof unaligned);
  return *unaligned;
}

static int differences(void) {
  char block[40];
  memset(block, 1, sizeof block);
  ptrdiff_t apart = (char *)&values[3] - (char *)&values[0];
  int *moved = (int *)((char *)&values[0] + apart);
  intptr_t relative = (intptr_t)&values[2] - (intptr_t)block;
  int *back = (int *)((intptr_t)block + relative);
  return *moved * 10 + *back;
}

static pthread_key_t key;
static void atEnd(void *data) {
  *(int *)data += 100;
}
static void *work(void *argument) {
  int **mine = argument;
  pthread_setspecific(key, mine[0]);
  *(int *)pthread_getspecific(key) += 1;
  if (mine[1])
    pthread_exit(mine[1]);
  return mine[0];
}
static int threads(void) {
  int one = 1, two = 2;
  int *first[2] = {&one, NULL}, *second[2] = {&one, &two};
  void *result;
  pthread_t thread;
  pthread_key_create(&key, atEnd);
  pthread_create(&thread, NULL, work, first);
  pthread_join(thread, &result);
  int sum = *(int *)result;
  pthread_create(&thread, NULL, work, second);
  pthread_join(thread, &result);
  return sum * 10 + *(int *)result;
}

static _Thread_local int *local;
static jmp_buf place;
static int *volatile kept;
static void leap(int *through) {
  local = through;
  longjmp(place, 2);
}
static int jumps(void) {
  kept = &values[1];
  if (setjmp(place) == 0)
    leap(&values[0]);
  return *local * 10 + *kept;
}

int main(void) {
  printf("%d %d %d %d\n", chain(), tags(), halves(), bytes());
  printf("%d %d %d\n", differences(), threads(), jumps());
  return 0;
}
