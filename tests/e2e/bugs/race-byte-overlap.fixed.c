// RUN: %expect %s
// The byte belongs to the next word.
// EXPECT: safe
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t words[2];
  uint8_t bytes[8];
} cell;

static void *write_word(void *arg) {
  (void)arg;
  cell.words[0] = 0xffffffffu;
  return NULL;
}

static void *write_byte(void *arg) {
  (void)arg;
  cell.bytes[4] = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_word, NULL);
  pthread_create(&b, NULL, write_byte, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
