/* A fixed amount of work: what a figure with nothing to run beside it is divided by, so that it
 * can be compared between machines. It must not change, or stored quotients lose their meaning:
 * arithmetic, branches that nobody can predict, loads that depend on each other and a heap. All of
 * it fits into the first two caches, which other programs on the machine do not share. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Slots = 1 << 12, Steps = 50000000, Rounds = 5000, Nodes = 2000 };
static uint32_t chain[Slots];

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

struct Node {
  struct Node *rest;
  uint64_t value;
};

int main(void) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < Slots; ++i)
    chain[i] = i;
  for (uint32_t i = Slots - 1; i > 0; --i) { /* One cycle through all slots, at first. */
    uint32_t other = (uint32_t)(next() % i);
    uint32_t kept = chain[i];
    chain[i] = chain[other];
    chain[other] = kept;
  }
  uint32_t at = 0;
  for (uint32_t i = 0; i < Steps; ++i) {
    at = chain[at];
    switch (next() % 8) {
    case 0:
      sum += at;
      break;
    case 1:
      sum ^= (uint64_t)at * 3u;
      break;
    case 2:
      sum = sum << 7 | sum >> 57;
      break;
    case 3:
      sum /= at | 1;
      break;
    case 4:
      sum *= 31;
      break;
    case 5:
      at ^= 1;
      break;
    default:
      chain[i % Slots] ^= 2;
    }
  }
  for (uint32_t round = 0; round < Rounds; ++round) {
    struct Node *list = 0;
    for (uint32_t i = 0; i < Nodes; ++i) {
      struct Node *node = malloc(sizeof *node);
      if (!node)
        return 1;
      node->rest = list;
      node->value = next();
      list = node;
    }
    while (list) {
      struct Node *rest = list->rest;
      sum = sum * 31 + list->value;
      free(list);
      list = rest;
    }
  }
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
