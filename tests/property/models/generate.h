// Arguments for library functions, the same for the same seed everywhere, and printing of results.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t generatorState = 1;

// Not a function of the library, which is what is tested.
static inline uint64_t pick(uint64_t below) {
  generatorState ^= generatorState << 13;
  generatorState ^= generatorState >> 7;
  generatorState ^= generatorState << 17;
  return below ? (generatorState * 0x2545F4914F6CDD1Dull >> 11) % below : 0;
}

static inline void seedFrom(int argc, char **argv) {
  generatorState = 0x9E3779B97F4A7C15ull;
  for (int i = 1; i < argc; ++i)
    for (const char *s = argv[i]; *s; ++s)
      generatorState = (generatorState ^ (unsigned char)*s) * 0x100000001B3ull | 1;
  for (int i = 0; i < 8; ++i)
    pick(2);
}

// A text of up to `longest` characters of the alphabet.
static inline char *text(char *into, size_t longest, const char *alphabet) {
  const size_t length = pick(longest + 1);
  size_t letters = 0;
  while (alphabet[letters])
    ++letters;
  for (size_t i = 0; i < length; ++i)
    into[i] = alphabet[pick(letters)];
  into[length] = 0;
  return into;
}

static inline int sign(int n) {
  return (n > 0) - (n < 0);
}

// An address as what it means: a place in a text, or none.
static inline long place(const void *found, const void *start) {
  return found ? (const char *)found - (const char *)start : -1;
}

static inline void showBytes(const void *bytes, size_t size) {
  for (size_t i = 0; i < size; ++i)
    printf("%02x", ((const unsigned char *)bytes)[i]);
  putchar('\n');
}
