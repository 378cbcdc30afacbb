// RUN: %exits 3 %heddle check %s | FileCheck %s
// A variable that nobody defines has an address; what is in it, nobody knows.
// CHECK: incomplete: unsupported at {{.*}}missing-variable.c:[[@LINE+9]]:{{[0-9]+}}: nobody defines elsewhere
// CHECK-NEXT: unknown:
// CHECK-NOT: safe
extern int elsewhere;

int main(void) {
  int *where = &elsewhere;
  if (!where)
    return 1;
  return *where;
}
