// The comma operator and the order it imposes.
#include <stdio.h>

static int log_value(int *log, int v) {
  *log = *log * 10 + v;
  return v;
}

int main(void) {
  int log = 0;
  int a = (log_value(&log, 1), log_value(&log, 2), log_value(&log, 3));
  printf("%d %d\n", a, log);
  int i, j;
  for (i = 0, j = 10; i < j; i += 2, j--)
    log_value(&log, i % 10);
  printf("%d %d %d\n", i, j, log);
  int arr[3] = {1, 2, 3};
  int v = arr[(i = 1, i + 1)];
  printf("%d %d\n", v, i);
  int k = 0;
  while (k++, k < 5)
    ;
  printf("%d\n", k);
  int x = (k = 3, k * k) + 1;
  printf("%d %d\n", x, k);
  if (log = 0, k)
    printf("%d\n", log);
  return (k++, k++, k);
}
