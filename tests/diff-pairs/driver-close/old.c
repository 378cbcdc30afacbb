// a driver that is closed while a request is still under way
#include <pthread.h>

volatile int drained;
int registers = 1;
int status;

static void *request(void *unused) {
  status = registers;
  drained = 1;
  return unused;
}

static void *closeDevice(void *unused) {
  registers = 0;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, request, 0);
  pthread_create(&second, 0, closeDevice, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
