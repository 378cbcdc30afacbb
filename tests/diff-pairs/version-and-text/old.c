// a document of which the version and the text do not fit
#include <pthread.h>

struct Document {
  pthread_mutex_t lock;
  int version;
  int text;
};

struct Document page = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
int saved;

static void edit(struct Document *doc) {
  pthread_mutex_lock(&doc->lock);
  doc->version = 2;
  doc->text = 200;
  pthread_mutex_unlock(&doc->lock);
}

static void save(struct Document *doc) {
  int version = doc->version;
  int text = doc->text;
  saved = version * 1000 + text;
}

static void *editor(void *unused) {
  edit(&page);
  return unused;
}

static void *saver(void *unused) {
  save(&page);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, editor, 0);
  pthread_create(&second, 0, saver, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
