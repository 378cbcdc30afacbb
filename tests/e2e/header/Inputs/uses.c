#include <heddle/heddle.h>

int main(void) {
  unsigned char buffer[4];
  int first = heddle_int("n"), second = heddle_int("n");
  void *pointer = buffer;
  heddle_symbolic(buffer, sizeof buffer, "buffer");
  heddle_note("read the inputs");
  heddle_atomic_begin();
  heddle_atomic_end();
  heddle_assume(pointer);
  heddle_assume(first != 99);
  heddle_lazy(&pointer, "int");
  heddle_assert(!pointer);
  heddle_assert(first != 5 || buffer[1] != 0xfe);
  return first + second + heddle_range(1, 9, "r") + (int)heddle_choose(3) + heddle_bool("b") +
         heddle_char("c") + heddle_schar("c") + heddle_uchar("c") + heddle_short("c") +
         heddle_ushort("c") + (int)heddle_uint("c") + (int)heddle_long("c") +
         (int)heddle_ulong("c") + (int)heddle_llong("c") + (int)heddle_ullong("c") +
         (int)heddle_size("c") + (int)heddle_float("c") + (int)heddle_double("c");
}
