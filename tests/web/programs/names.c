// The names that begin with evil_ are replaced in the LLVM IR, where a name may be any text.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t evil_lock = PTHREAD_MUTEX_INITIALIZER;
static int evil_variable;

static void evil_function(void) {
  pthread_mutex_lock(&evil_lock);
  ++evil_variable;
  pthread_mutex_unlock(&evil_lock);
}

static void *evil_thread(void *unused) {
  evil_function();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, evil_thread, 0);
  evil_function();
  pthread_join(other, 0);
  assert(evil_variable != 2);
  return 0;
}
