// RUN: %expect %s
// The reader advances a copy.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static char *text;

static void *skip_blank(void *arg) {
  (void)arg;
  char *start = text;
  if (*start == ' ')
    start++;
  return NULL;
}

int main(void) {
  pthread_t reader;
  text = calloc(4, 1);
  text[0] = ' ';
  pthread_create(&reader, NULL, skip_blank, NULL);
  pthread_join(reader, NULL);
  free(text);
  return 0;
}
