// FNV-1a and SipHash-2-4 over a buffer: 64-bit arithmetic, shifts and a call for each word.
#include <stdint.h>
#include <stdio.h>

enum { Bytes = 4096, Rounds = 200 };
static unsigned char buffer[Bytes];

static uint64_t fnv(const unsigned char *bytes, unsigned count) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned i = 0; i < count; ++i) {
    hash ^= bytes[i];
    hash *= 0x100000001b3u;
  }
  return hash;
}

static uint64_t rotate(uint64_t value, unsigned by) {
  return value << by | value >> (64 - by);
}

static void mix(uint64_t v[4]) {
  v[0] += v[1];
  v[1] = rotate(v[1], 13) ^ v[0];
  v[0] = rotate(v[0], 32);
  v[2] += v[3];
  v[3] = rotate(v[3], 16) ^ v[2];
  v[0] += v[3];
  v[3] = rotate(v[3], 21) ^ v[0];
  v[2] += v[1];
  v[1] = rotate(v[1], 17) ^ v[2];
  v[2] = rotate(v[2], 32);
}

static uint64_t sip(const unsigned char *bytes, unsigned count, uint64_t key) {
  uint64_t v[4];
  v[0] = key ^ 0x736f6d6570736575u;
  v[1] = ~key ^ 0x646f72616e646f6du;
  v[2] = key ^ 0x6c7967656e657261u;
  v[3] = ~key ^ 0x7465646279746573u;
  for (unsigned i = 0; i + 8 <= count; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; ++k)
      word |= (uint64_t)bytes[i + k] << (8 * k);
    v[3] ^= word;
    mix(v);
    mix(v);
    v[0] ^= word;
  }
  v[2] ^= 0xff;
  for (unsigned i = 0; i < 4; ++i)
    mix(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

int main(void) {
  uint64_t hash = 1;
  for (unsigned i = 0; i < Bytes; ++i)
    buffer[i] = (unsigned char)(i * 167 + 13);
  for (unsigned round = 0; round < Rounds; ++round) {
    hash ^= fnv(buffer, Bytes);
    hash += sip(buffer, Bytes, hash);
    buffer[round % Bytes] = (unsigned char)hash;
  }
  printf("%llx\n", (unsigned long long)hash);
  return 0;
}
