// Pseudo-random numbers: the sequences of the C library.
#include "generate.h"

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  printf("%d %ld\n", rand(), random());
  for (int i = 0; i < 30; ++i) {
    unsigned seed = i < 3 ? (unsigned)i : (unsigned)pick(1ull << 32);
    srand(seed);
    for (int j = 0; j < 12; ++j)
      printf("%d ", rand());
    srandom(seed + 1);
    for (int j = 0; j < 12; ++j)
      printf("%ld ", random());
    for (int j = 0; j < 5; ++j)
      printf("%d ", rand_r(&seed));
    srand48((long)seed);
    printf("%a %ld %ld ", drand48(), lrand48(), mrand48());
    unsigned short own[3] = {(unsigned short)pick(65536), (unsigned short)pick(65536), 7};
    printf("%a ", erand48(own));
    printf("%ld ", nrand48(own));
    printf("%ld ", jrand48(own));
    const unsigned short *before = seed48(own);
    printf("%d %d %d ", before[0], before[1], before[2]);
    printf("%ld\n", lrand48());
  }
  return 0;
}
