// Workers take files from a list and count the lines with a word; a counter of matches is kept
// outside of the lock.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef FILES
#define FILES 4
#endif
#define LENGTH 64
#define WORKERS 2

char text[FILES][LENGTH];
int next_file, closed;
int matches, scanned;
pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
pthread_mutex_t total = PTHREAD_MUTEX_INITIALIZER;
int available;

static int take(void) {
  int file = -1;
  pthread_mutex_lock(&list);
  while (next_file >= available && !closed)
    pthread_cond_wait(&ready, &list);
  if (next_file < available)
    file = next_file++;
  pthread_mutex_unlock(&list);
  return file;
}

static int scan(const char *bytes, const char *word, int length) {
  int found = 0;
  for (int i = 0; i + length <= LENGTH; i++) {
    int same = 0;
    while (same < length && bytes[i + same] == word[same])
      same++;
    if (same == length)
      found++;
  }
  return found;
}

void *worker(void *unused) {
  for (;;) {
    int file = take();
    if (file < 0)
      return unused;
    int found = scan(text[file], "abc", 3);
    int now = matches;
    pthread_mutex_lock(&total);
    matches = now + found;
    scanned++;
    pthread_mutex_unlock(&total);
  }
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int f = 0; f < FILES; f++)
    for (int i = 0; i < LENGTH; i++)
      text[f][i] = (char)('a' + (i * (f + 1)) % 4);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int f = 0; f < FILES; f++) {
    pthread_mutex_lock(&list);
    available++;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&list);
  }
  pthread_mutex_lock(&list);
  closed = 1;
  pthread_cond_broadcast(&ready);
  pthread_mutex_unlock(&list);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], 0);
  int expected = 0;
  for (int f = 0; f < FILES; f++)
    expected += scan(text[f], "abc", 3);
  heddle_assert(scanned == FILES);
  heddle_assert(matches == expected);
  return 0;
}
