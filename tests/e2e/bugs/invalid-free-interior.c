// RUN: %expect %s
// The reader advances the pointer that main frees afterwards.
// EXPECT: invalid-free
#include <pthread.h>
#include <stdlib.h>

static char *text;

static void *skip_blank(void *arg) {
  (void)arg;
  if (*text == ' ')
    text++;
  return NULL;
}

int main(void) {
  pthread_t reader;
  text = calloc(4, 1);
  text[0] = ' ';
  pthread_create(&reader, NULL, skip_blank, NULL);
  pthread_join(reader, NULL);
  free(text); // BUG: invalid-free
  return 0;
}
