// && and ||: what is evaluated, and the value as an int.
#include <stdio.h>

static char trace[64];
static int used;
static int t(char c) {
  trace[used++] = c;
  return 1;
}
static int f(char c) {
  trace[used++] = c;
  return 0;
}
static void show(int r) {
  trace[used] = 0;
  printf("%d %s\n", r, trace);
  used = 0;
}

int main(void) {
  show(t('a') && t('b') && t('c'));
  show(t('a') && f('b') && t('c'));
  show(f('a') || f('b') || t('c'));
  show(t('a') || f('b'));
  show((f('a') && t('b')) || (t('c') && !f('d')));
  show(!(f('a') || t('b')) == !t('c'));
  int *p = NULL;
  show(p && *p > 3);
  int x = 2;
  show(x-- && x-- && x-- && t('n'));
  show(x);
  double d = 0.5;
  show(d && p == NULL);
  if (t('i') && f('j'))
    t('k');
  else if (f('l') || t('m'))
    t('n');
  show(used + 7 && used + 8);
  while (used < 5 && t('w'))
    ;
  show(used);
  return (t('x') && used) + (f('y') || used);
}
