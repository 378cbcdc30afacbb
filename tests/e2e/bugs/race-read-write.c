// RUN: %expect %s
// One thread writes the temperature while another reads it.
// EXPECT: data-race
#include <pthread.h>

static int temperature;
static int shown;

static void *measure(void *arg) {
  (void)arg;
  temperature = 21; // BUG: data-race
  return NULL;
}

static void *show(void *arg) {
  (void)arg;
  shown = temperature; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, measure, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
