// The conventions of SV-COMP and KLEE.
// RUN: not %heddle check %s --out %t --all | FileCheck %s
// CHECK-DAG: conventions.c:[[#@LINE+17]]:{{[0-9]+}}: error: {{.*}} [reach-error]
// CHECK-DAG: conventions.c:[[#@LINE+19]]:{{[0-9]+}}: error: {{.*}} [reach-error]
// CHECK-DAG: conventions.c:[[#@LINE+22]]:{{[0-9]+}}: error: {{.*}} [division-by-zero]
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int klee_range(int, int, const char *);

int main(void) {
  const int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 1000);
  if (__VERIFIER_nondet_bool() && n * 7 == 7777)
    reach_error();
  const double d = __VERIFIER_nondet_double();
  if (d * 2 == 9.5)
    reach_error();
  int k, r = klee_range(5, 8, "r");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < r && k >= 0);
  return 100 / (k - 6);
}
