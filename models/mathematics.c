// math.h and complex.h, as far as it can be said in C on top of what the VM takes from its host.
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The header may make them macros.
#undef isnan
#undef isinf
#undef finite

double drem(double a, double b) {
  return remainder(a, b);
}
float dremf(float a, float b) {
  return remainderf(a, b);
}
long double dreml(long double a, long double b) {
  return remainderl(a, b);
}
void sincos(double a, double *sine, double *cosine) {
  *sine = sin(a);
  *cosine = cos(a);
}
void sincosf(float a, float *sine, float *cosine) {
  *sine = sinf(a);
  *cosine = cosf(a);
}
void sincosl(long double a, long double *sine, long double *cosine) {
  *sine = sinl(a);
  *cosine = cosl(a);
}

double nexttoward(double from, long double to) {
  if (from == to)
    return (double)to;
  return nextafter(from, from < to ? INFINITY : from > to ? -INFINITY : (double)to);
}
float nexttowardf(float from, long double to) {
  if (from == to)
    return (float)to;
  return nextafterf(from, from < to ? INFINITY : from > to ? -INFINITY : (float)to);
}
long double nexttowardl(long double from, long double to) {
  return nextafterl(from, to);
}

double nan(const char *tag) {
  char text[64];
  snprintf(text, sizeof text, "nan(%s)", tag);
  return strtod(text, NULL);
}
float nanf(const char *tag) {
  return (float)nan(tag);
}

double pow10(double a) {
  return exp10(a);
}
double gamma(double a) {
  return lgamma(a);
}

// --- what a number is, from its bits

static uint64_t bitsOf(double a) {
  uint64_t bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}
static int isAllOnes(double a) {
  return (bitsOf(a) >> 52 & 0x7FF) == 0x7FF;
}
int isnan(double a) {
  return isAllOnes(a) && bitsOf(a) << 12;
}
int isinf(double a) {
  return isAllOnes(a) && !(bitsOf(a) << 12) ? (bitsOf(a) >> 63 ? -1 : 1) : 0;
}
int finite(double a) {
  return !isAllOnes(a);
}
int __isnan(double a) {
  return isnan(a);
}
int __isinf(double a) {
  return isinf(a);
}
int __finite(double a) {
  return finite(a);
}
int __signbit(double a) {
  return (int)(bitsOf(a) >> 63);
}
int __fpclassify(double a) {
  if (isAllOnes(a))
    return bitsOf(a) << 12 ? FP_NAN : FP_INFINITE;
  if (bitsOf(a) >> 52 & 0x7FF)
    return FP_NORMAL;
  return bitsOf(a) << 1 ? FP_SUBNORMAL : FP_ZERO;
}
// The narrower ones have the same classes but for what is subnormal.
int __isnanf(float a) {
  return isnan(a);
}
int __isinff(float a) {
  return isinf(a);
}
int __finitef(float a) {
  return finite(a);
}
int __signbitf(float a) {
  return __signbit(a);
}
int __fpclassifyf(float a) {
  const int class = __fpclassify(a);
  return class == FP_NORMAL && fabsf(a) < 0x1p-126f ? FP_SUBNORMAL : class;
}

// --- complex.h

double creal(double complex z) {
  return __real__ z;
}
double cimag(double complex z) {
  return __imag__ z;
}
double cabs(double complex z) {
  return hypot(__real__ z, __imag__ z);
}
double carg(double complex z) {
  return atan2(__imag__ z, __real__ z);
}
double complex conj(double complex z) {
  return ~z;
}
