// a writer that takes a read-write lock for reading only
#include <pthread.h>

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int size = 4;
int copied;

static void *grower(void *unused) {
  pthread_rwlock_wrlock(&table);
  size = 0;
  size = 8;
  pthread_rwlock_unlock(&table);
  return unused;
}

static void *copier(void *unused) {
  pthread_rwlock_rdlock(&table);
  copied = size;
  pthread_rwlock_unlock(&table);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, grower, 0);
  pthread_create(&second, 0, copier, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
