// a stage that is created by main instead of by the stage before it
#include <pthread.h>

pthread_t unpacker;
int bytes;
int files;

static void *unpack(void *unused) {
  files = bytes / 2;
  return unused;
}

static void *download(void *unused) {
  bytes = 10;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, download, 0);
  pthread_create(&unpacker, 0, unpack, 0);
  pthread_join(thread, 0);
  pthread_join(unpacker, 0);
  return files;
}
