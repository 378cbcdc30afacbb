// Switches on char, short, _Bool and bit-field operands, which promote.
#include <stdbool.h>
#include <stdio.h>

struct bits {
  signed a : 3;
  unsigned b : 3;
};

static int on_char(signed char c) {
  switch (c) {
  case -128:
    return 1;
  case 'x':
    return 2;
  case -1:
    return 3;
  }
  return 0;
}

static int on_uchar(unsigned char c) {
  switch (c) {
  case 128:
    return 1;
  case 255:
    return 2;
  }
  return 0;
}

static int on_bool(bool b) {
  switch ((int)b) {
  case 0:
    return 10;
  case 1:
    return 20;
  }
  return 30;
}

static int on_bits(struct bits v) {
  int r = 0;
  switch (v.a) {
  case -4:
    r = 1;
    break;
  case 3:
    r = 2;
  }
  switch (v.b) {
  case 7:
    return r + 10;
  }
  return r;
}

int main(void) {
  printf("%d %d %d %d\n", on_char((signed char)128), on_char('x'), on_char((signed char)255),
         on_char(1));
  printf("%d %d %d\n", on_uchar(128), on_uchar((unsigned char)-1), on_uchar(1));
  printf("%d %d\n", on_bool(0), on_bool(2));
  printf("%d %d %d\n", on_bits((struct bits){-4, 7}), on_bits((struct bits){3, 0}),
         on_bits((struct bits){-1, 7}));
  return 0;
}
