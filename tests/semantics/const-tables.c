// Constant tables of several shapes, looked up by computed index.
#include <stdint.h>
#include <stdio.h>

static const uint8_t popcount4[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const char *const words[] = {"zero", "one", "two", "three", "four"};
static const struct {
  const char *op;
  int prec;
  _Bool right;
} ops[] = {{"=", 1, 1}, {"+", 2, 0}, {"*", 3, 0}, {"**", 4, 1}};
static const int moves[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const double powers[] = {1, 1e1, 1e2, 1e3, 1e-1};
static const short triangle[][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};

static uint32_t crc(const char *s) {
  uint32_t c = ~0u;
  for (; *s; s++) {
    c ^= (uint8_t)*s;
    for (int k = 0; k < 8; k++)
      c = c >> 1 ^ ((const uint32_t[]){0, 0xEDB88320})[c & 1];
  }
  return ~c;
}

int main(void) {
  int bits = 0;
  for (uint32_t v = 0xDEADBEEF; v; v >>= 4)
    bits += popcount4[v & 15];
  printf("%d\n", bits);
  for (int i = 4; i >= 0; i -= 2)
    printf("%s %c ", words[i], words[i][1]);
  putchar('\n');
  for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
    printf("%s:%d%d ", ops[i].op, ops[i].prec, ops[i].right);
  putchar('\n');
  int reach = 0;
  for (int i = 0; i < 8; i++)
    reach += 1 + moves[i][0] > 0 && 1 + moves[i][1] > 0;
  printf("%d %g %d %d\n", reach, powers[3] * powers[4], triangle[3][2], triangle[1][3]);
  printf("%08x\n", crc("123456789"));
  return bits;
}
