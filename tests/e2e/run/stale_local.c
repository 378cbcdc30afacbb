// A local that a hundred calls have followed is still known for what it was.
// RUN: %exits 3 %heddle run %s 2>&1 | FileCheck %s
// CHECK: local variable of 4 bytes whose scope has ended [use-after-free]
static unsigned *kept;

static void bump(unsigned *value) {
  *value += 1;
}

static unsigned work(unsigned n) {
  unsigned local = n;
  bump(&local);
  if (n == 5)
    kept = &local;
  return local;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 100; ++i)
    sum += work(i);
  return sum + *kept;
}
