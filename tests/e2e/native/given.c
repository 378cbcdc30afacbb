// The program gets what it got in the VM: arguments, files, standard input, inputs and choices; and
// it has nothing else: no variable of the environment, and a directory of its own.
// RUN: rm -rf %t && mkdir %t && printf 'seven\n' > %t/words && printf '5' > %t/number
// RUN: %exits 1 %heddle check %s --quiet --file data/words=%t/words --stdin %t/number --out %t/out --args one
// RUN: %exits 1 env SECRET=1 %heddle replay --native %t/out/assertion-given.c-46.heddle | FileCheck %s
// CHECK: on real threads: the same outcome (T1: the process aborts)
// RUN: printf 'eight\n' > %t/words
// RUN: %exits 2 %heddle replay --native %t/out/assertion-given.c-46.heddle | FileCheck %s --check-prefix=CHANGED
// CHANGED: words' has changed since the test was written
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum;

static int matches(int argc, char **argv) {
  char word[16] = "";
  int number = 0;
  if (argc != 2 || strcmp(argv[1], "one") || getenv("SECRET"))
    return 0;
  FILE *file = fopen("data/words", "r");
  if (!file)
    return 0;
  if (!fgets(word, sizeof word, file))
    word[0] = 0;
  fclose(file);
  if (scanf("%d", &number) != 1)
    return 0;
  return !strcmp(word, "seven\n") && number == 5;
}

static void *add(void *which) {
  if (heddle_choose(3) == 2)
    sum += heddle_int(which);
  return NULL;
}

static void *check(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, "inner");
  pthread_join(thread, NULL);
  // An input of each of the two threads, and a choice of both.
  assert(sum != 1000);
  return unused;
}

int main(int argc, char **argv) {
  if (!matches(argc, argv))
    return 1;
  pthread_t thread;
  add("outer");
  heddle_assume(sum > 100 && sum < 300);
  pthread_create(&thread, NULL, check, NULL);
  pthread_join(thread, NULL);
  return 0;
}
