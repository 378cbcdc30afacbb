// RUN: %expect %s
// One thread writes a whole word, the other the third byte of the same word.
// EXPECT: data-race
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t words[2];
  uint8_t bytes[8];
} cell;

static void *write_word(void *arg) {
  (void)arg;
  cell.words[0] = 0xffffffffu; // BUG: data-race
  return NULL;
}

static void *write_byte(void *arg) {
  (void)arg;
  cell.bytes[2] = 1; // BUG: data-race
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
