// A hash table with chains and growth, keyed by strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  int value;
  char key[];
};
static struct entry **slots;
static unsigned capacity, used;

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 ^ (unsigned char)*s++;
  return h;
}

static void grow(void) {
  unsigned bigger = capacity ? capacity * 2 : 2;
  struct entry **fresh = calloc(bigger, sizeof *fresh);
  if (!fresh)
    abort();
  for (unsigned i = 0; i < capacity; i++)
    for (struct entry *e = slots[i], *next; e; e = next) {
      next = e->next;
      struct entry **to = &fresh[hash(e->key) % bigger];
      e->next = *to;
      *to = e;
    }
  free(slots);
  slots = fresh;
  capacity = bigger;
}

static int *at(const char *key) {
  if (used >= capacity)
    grow();
  struct entry **slot = &slots[hash(key) % capacity];
  for (struct entry *e = *slot; e; e = e->next)
    if (!strcmp(e->key, key))
      return &e->value;
  struct entry *e = calloc(1, sizeof *e + strlen(key) + 1);
  if (!e)
    abort();
  strcpy(e->key, key);
  e->next = *slot;
  *slot = e;
  used++;
  return &e->value;
}

int main(void) {
  char text[] = "the cat and the dog and the cow and a hen";
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
    ++*at(w);
  printf("%d ", *at("none"));
  printf("%d %d %d\n", *at("the"), *at("and"), *at("hen"));
  printf("%u %u\n", used, capacity);
  int longest = 0;
  for (unsigned i = 0; i < capacity; i++) {
    int n = 0;
    for (struct entry *e = slots[i], *next; e; e = next, n++) {
      next = e->next;
      free(e);
    }
    longest = n > longest ? n : longest;
  }
  free(slots);
  return longest;
}
