// Packed structs: members at odd offsets, read and written in place.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record {
  uint8_t tag;
  uint32_t size;
  uint16_t port;
  double weight;
  uint8_t end;
  uint64_t id;
};

#pragma pack(push, 2)
struct half_packed {
  char c;
  int i;
  double d;
};
#pragma pack(pop)

static struct record update(struct record r) {
  r.size += 1;
  r.weight *= 2;
  r.id = ~r.id;
  return r;
}

int main(void) {
  struct record r = {1, 0xCAFEBABE, 8080, 2.5, 0xEE, 0x0102030405060708ull};
  printf("%zu %zu %zu\n", sizeof r, offsetof(struct record, weight), offsetof(struct record, id));
  unsigned char raw[sizeof r];
  memcpy(raw, &r, sizeof r);
  for (size_t i = 0; i < sizeof raw; i++)
    printf("%02x", raw[i]);
  putchar('\n');
  r = update(r);
  printf("%x %g %llx %x\n", r.size, r.weight, (unsigned long long)r.id, r.end);
  struct record arr[3];
  for (int i = 0; i < 3; i++) {
    arr[i] = r;
    arr[i].port = (uint16_t)(arr[i].port + i);
    arr[i].size--;
  }
  printf("%d %x %d\n", arr[2].port, arr[1].size, (int)sizeof arr);
  struct half_packed h = {'h', -5, 0.5};
  printf("%zu %zu %d %g\n", sizeof h, offsetof(struct half_packed, i), h.i, h.d);
  return arr[0].tag;
}
