// Unnamed and zero-width bit-fields change the layout only.
#include <stddef.h>
#include <stdio.h>

struct joined {
  unsigned char a : 4;
  unsigned char b : 4;
};

struct split {
  unsigned char a : 4;
  unsigned char : 0;
  unsigned char b : 4;
};

struct padded {
  unsigned a : 5;
  unsigned : 7;
  unsigned b : 5;
  char plain;
  unsigned c : 2;
};

int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct joined), sizeof(struct split), sizeof(struct padded));
  struct joined j = {10, 5};
  unsigned char raw = *(unsigned char *)&j;
  printf("%02x\n", raw);
  struct split s = {10, 5};
  unsigned char *bytes = (unsigned char *)&s;
  printf("%x %x\n", bytes[0] & 15, bytes[1] & 15);
  struct padded p = {31, 17, 'p', 2};
  p.b ^= p.a;
  printf("%d %d %c %d %zu\n", p.a, p.b, p.plain, p.c, offsetof(struct padded, plain));
  p.plain++;
  p.c = 3;
  printf("%d %d %c %d\n", p.a, p.b, p.plain, p.c);
  return 0;
}
