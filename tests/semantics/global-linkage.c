// extern, static, tentative definitions and shadowing of names.
#include <stdio.h>

int tentative;
int tentative;
extern int later;
static int hidden(int);
extern int array[];

static int value = 1;

static int shadow(int value) {
  int r = value;
  {
    int value = 30;
    r += value;
    {
      extern int later;
      r += later;
    }
  }
  return r + value;
}

static int use_global(void) {
  return value++;
}

int later = 400;
int array[3] = {7, 8, 9};
int tentative = 5;

static int hidden(int v) {
  typedef long value;
  value x = v;
  return (int)x * 2;
}

int main(void) {
  printf("%d %d %d\n", tentative, later, array[2]);
  printf("%d\n", shadow(2));
  int a = use_global(), b = use_global();
  printf("%d %d %d\n", a, b, value);
  for (int value = 0; value < 2; value++) {
    int value = 9;
    printf("%d ", value--);
  }
  printf("%d\n", value);
  struct value {
    int value;
  } s = {value};
  if (s.value == value)
    goto value;
  return 1;
value:
  return hidden(s.value);
}
