// Pseudo-random numbers (stdlib.h): the sequences of the GNU C library, so that a program that sets
// a seed does here what it does there. Shared by all threads, as there; the C library locks them.
#include "files.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The additive feedback generator: each number is the sum of the third and the thirty-first before.
enum { degree = 31, separation = 3, discarded = 310 };
static int32_t randState[degree];
static unsigned front, rear;
static int isSeeded;
static int turn;

static int32_t step(void) {
  const uint32_t value = (uint32_t)randState[front] + (uint32_t)randState[rear];
  randState[front] = (int32_t)value;
  front = front + 1 == degree ? 0 : front + 1;
  rear = rear + 1 == degree ? 0 : rear + 1;
  return (int32_t)(value >> 1);
}

static void seedWith(unsigned seed) {
  randState[0] = (int32_t)(seed ? seed : 1);
  for (int i = 1; i < degree; ++i) {
    // 16807 times the one before, modulo 2^31 - 1, without leaving 32 bits.
    const int32_t before = randState[i - 1];
    int32_t value = 16807 * (before % 127773) - 2836 * (before / 127773);
    randState[i] = value < 0 ? value + 2147483647 : value;
  }
  front = separation;
  rear = 0;
  for (int i = 0; i < discarded; ++i)
    step();
  isSeeded = 1;
}

void srandom(unsigned seed) {
  enter(&turn);
  seedWith(seed);
  leave(&turn);
}

long random(void) {
  enter(&turn);
  if (!isSeeded)
    seedWith(1);
  const int32_t result = step();
  leave(&turn);
  return result;
}

void srand(unsigned seed) {
  srandom(seed);
}
int rand(void) {
  return (int)random();
}

int rand_r(unsigned *seed) {
  unsigned next = *seed;
  int result = 0;
  for (int i = 0; i < 3; ++i) {
    next = next * 1103515245 + 12345;
    if (i == 0)
      result = (int)(next / 65536 % 2048);
    else
      result = (int)(((unsigned)result << 10) ^ (next / 65536 % 1024));
  }
  *seed = next;
  return result;
}

// --- the 48-bit family, as POSIX defines it

static unsigned short current[3];
static unsigned short multiplier[3] = {0xE66D, 0xDEEC, 0x5};
static unsigned short addend = 0xB;
static int turn48;

static uint64_t joined(const unsigned short from[3]) {
  return (uint64_t)from[2] << 32 | (uint64_t)from[1] << 16 | from[0];
}
static uint64_t advance(unsigned short numbers[3]) {
  const uint64_t next = joined(numbers) * joined(multiplier) + addend;
  for (int i = 0; i < 3; ++i)
    numbers[i] = (unsigned short)(next >> 16 * i);
  return next & 0xFFFFFFFFFFFF;
}
static double fraction(uint64_t value) {
  return (double)value / 281474976710656.0; // 2^48
}

double erand48(unsigned short numbers[3]) {
  return fraction(advance(numbers));
}
long nrand48(unsigned short numbers[3]) {
  return (long)(advance(numbers) >> 17);
}
long jrand48(unsigned short numbers[3]) {
  return (int32_t)(advance(numbers) >> 16);
}
double drand48(void) {
  enter(&turn48);
  const double result = erand48(current);
  leave(&turn48);
  return result;
}
long lrand48(void) {
  enter(&turn48);
  const long result = nrand48(current);
  leave(&turn48);
  return result;
}
long mrand48(void) {
  enter(&turn48);
  const long result = jrand48(current);
  leave(&turn48);
  return result;
}
void srand48(long seed) {
  static const unsigned short first[3] = {0xE66D, 0xDEEC, 0x5};
  enter(&turn48);
  current[0] = 0x330E;
  current[1] = (unsigned short)seed;
  current[2] = (unsigned short)((unsigned long)seed >> 16);
  memcpy(multiplier, first, sizeof first);
  addend = 0xB;
  leave(&turn48);
}
unsigned short *seed48(unsigned short seed[3]) {
  static unsigned short before[3];
  enter(&turn48);
  memcpy(before, current, sizeof before);
  memcpy(current, seed, sizeof current);
  leave(&turn48);
  return before;
}

// Numbers that no seed decides; the same in every run all the same.
int getentropy(void *to, size_t size) {
  for (size_t i = 0; i < size; ++i)
    ((unsigned char *)to)[i] = (unsigned char)random();
  return 0;
}
ssize_t getrandom(void *to, size_t size, unsigned flags) {
  (void)flags;
  getentropy(to, size);
  return (ssize_t)size;
}
