// Product of two matrices of doubles: floating-point loads at computed addresses.
#include <stdio.h>

enum { Size = 64, Rounds = 13 };
static double left[Size][Size], right[Size][Size], product[Size][Size];

static void multiply(void) {
  for (int row = 0; row < Size; ++row)
    for (int column = 0; column < Size; ++column) {
      double sum = 0;
      for (int k = 0; k < Size; ++k)
        sum += left[row][k] * right[k][column];
      product[row][column] = sum;
    }
}

int main(void) {
  for (int row = 0; row < Size; ++row)
    for (int column = 0; column < Size; ++column) {
      left[row][column] = (row * 7 + column) % 11 - 5;
      right[row][column] = (row + column * 3) % 13 - 6;
    }
  double trace = 0;
  for (int round = 0; round < Rounds; ++round) {
    multiply();
    for (int i = 0; i < Size; ++i) {
      trace += product[i][i];
      left[i][Size - 1 - i] += 1;
    }
  }
  printf("%.0f\n", trace);
  return 0;
}
