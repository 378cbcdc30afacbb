// Heap objects made in one thread, read and freed in another.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  struct message *next;
  char text[16];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *inbox;

static void *send(void *p) {
  struct message *m = malloc(sizeof *m);
  if (!m)
    abort();
  strcpy(m->text, p);
  pthread_mutex_lock(&lock);
  m->next = inbox;
  inbox = m;
  pthread_mutex_unlock(&lock);
  return m;
}

int main(void) {
  char a[] = "alpha", b[] = "be";
  pthread_t t[2];
  pthread_create(&t[0], NULL, send, a);
  pthread_create(&t[1], NULL, send, b);
  void *r;
  pthread_join(t[0], NULL);
  pthread_join(t[1], &r);
  printf("%s\n", ((struct message *)r)->text);
  size_t total = 0;
  int count = 0;
  while (inbox) {
    struct message *m = inbox;
    inbox = m->next;
    total += strlen(m->text);
    count++;
    free(m);
  }
  printf("%d %zu\n", count, total);
  return (int)total;
}
