// Threads that write to one stream and to streams of their own: no call is torn.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *common;

static void *work(void *which) {
  const int id = (int)(long)which;
  char name[16];
  snprintf(name, sizeof name, "own-%d", id);
  FILE *own = fopen(name, "w");
  for (int i = 0; i < 20; ++i) {
    fprintf(common, "thread %d line %d\n", id, i);
    fputs("own line\n", own);
  }
  fclose(own);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  common = fopen("common", "w+");
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  rewind(common);
  int seen[3] = {0}, lines = 0, id, line;
  while (fscanf(common, "thread %d line %d\n", &id, &line) == 2) {
    ++lines;
    if (seen[id]++ != line)
      puts("out of order");
  }
  printf("%d %d %d %d\n", lines, seen[0], seen[1], seen[2]);
  fclose(common);
  for (int i = 0; i < 3; ++i) {
    char name[16];
    snprintf(name, sizeof name, "own-%d", i);
    FILE *f = fopen(name, "r");
    fseek(f, 0, SEEK_END);
    printf("%ld %d\n", ftell(f), remove(name));
    fclose(f);
  }
  return 0;
}
