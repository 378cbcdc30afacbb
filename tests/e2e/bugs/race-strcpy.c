// RUN: %expect %s
// The name is copied while another thread takes its length.
// EXPECT: data-race
#include <pthread.h>
#include <string.h>

static char name[8] = "ann";
static size_t length;

static void *rename_to_bob(void *arg) {
  (void)arg;
  strcpy(name, "bob"); // BUG: data-race
  return NULL;
}

static void *measure(void *arg) {
  (void)arg;
  length = strlen(name); // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, rename_to_bob, NULL);
  pthread_create(&b, NULL, measure, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
