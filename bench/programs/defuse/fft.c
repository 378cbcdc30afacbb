// A fixed-point FFT by threads: a window over the signal, bit reversal, butterflies stage by stage
// with a barrier between stages, the power of each frequency and its peak, and the way back, which
// must come near the signal that went in.
//
// FAULT 1: the peak is compared outside of the lock under which it is replaced.
// FAULT 2: one thread counts the stages after the barrier, and the others take the count for done.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef LOG
#define LOG 5
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { POINTS = 1 << LOG, HALF = POINTS / 2, ONE = 1 << 14 };
enum window { RECTANGLE, TRIANGLE };
enum direction { FORWARD, BACKWARD };

struct complex {
  int re;
  int im;
};

struct worker {
  pthread_t handle;
  int me;
  int first; // Points from here
  int last;  // to here, this one excluded, are its own.
};

struct statistics {
  long long energy_in;  // Of the signal,
  long long energy_out; // and of its frequencies.
  int peak_power;
  int peak_at;
  int loud;     // Frequencies above the threshold.
  int finished; // Threads.
  int stages;   // Of the transform there.
};

// --- what the threads share
struct complex signal_in[POINTS];
struct complex work[POINTS];
struct complex spectrum[POINTS];
struct complex back[POINTS];
struct complex twiddle[HALF];
int power_of[POINTS];
struct statistics statistics;
pthread_barrier_t barrier;
pthread_mutex_t statistics_lock = PTHREAD_MUTEX_INITIALIZER;

// --- numbers with 14 bits behind the point
static int multiply(int a, int b) {
  long long product = (long long)a * b;
  return (int)((product + ONE / 2) >> 14);
}

static struct complex complex_at(const struct complex *place) {
  struct complex there = {place->re, place->im};
  return there;
}

static struct complex complex_add(struct complex a, struct complex b) {
  struct complex sum = {a.re + b.re, a.im + b.im};
  return sum;
}

static struct complex complex_subtract(struct complex a, struct complex b) {
  struct complex difference = {a.re - b.re, a.im - b.im};
  return difference;
}

static struct complex complex_multiply(struct complex a, struct complex b) {
  struct complex product = {multiply(a.re, b.re) - multiply(a.im, b.im),
                            multiply(a.re, b.im) + multiply(a.im, b.re)};
  return product;
}

static struct complex complex_conjugate(struct complex a) {
  struct complex mirrored = {a.re, -a.im};
  return mirrored;
}

static struct complex complex_halve(struct complex a) {
  struct complex half = {a.re >> 1, a.im >> 1};
  return half;
}

static int magnitude(int value) {
  return value < 0 ? -value : value;
}

// --- tables
// The sine of a fraction of a turn, by Bhaskara's formula; 65536 is a whole turn.
static int sine(int angle) {
  angle &= 65535;
  int sign = 1;
  if (angle >= 32768) {
    angle -= 32768;
    sign = -1;
  }
  long long rest = (long long)angle * (32768 - angle) / 32768;
  long long top = 16LL * rest;
  long long bottom = 5LL * 32768 - 4LL * rest;
  return sign * (int)(top * ONE / bottom);
}

static int cosine(int angle) {
  return sine(angle + 16384);
}

static void make_twiddles(void) {
  for (int i = 0; i < HALF; i++) {
    int angle = i * (65536 / POINTS);
    twiddle[i].re = cosine(angle);
    twiddle[i].im = -sine(angle);
  }
}

// Two tones and some noise.
static void make_signal(void) {
  unsigned noise = 2463534242U;
  for (int i = 0; i < POINTS; i++) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    int low = sine(i * (65536 / POINTS) * 3) / 8;
    int high = sine(i * (65536 / POINTS) * (HALF - 2)) / 16;
    signal_in[i].re = low + high + (int)(noise % 64) - 32;
    signal_in[i].im = 0;
  }
}

static int reversed(int index) {
  int result = 0;
  for (int bit = 0; bit < LOG; bit++)
    if (index >> bit & 1)
      result |= 1 << (LOG - 1 - bit);
  return result;
}

// --- the steps of a thread
static void apply_window(const struct worker *own, enum window window) {
  for (int i = own->first; i < own->last; i++) {
    int weight = ONE;
    if (window == TRIANGLE)
      weight = i < HALF ? ONE * i / HALF : ONE * (POINTS - i) / HALF;
    signal_in[i].re = multiply(signal_in[i].re, weight);
  }
}

static void copy_reversed(const struct worker *own, const struct complex *from,
                          enum direction direction) {
  for (int i = own->first; i < own->last; i++) {
    struct complex one = complex_at(&from[i]);
    work[reversed(i)] = direction == FORWARD ? one : complex_conjugate(one);
  }
}

// The butterflies of one stage: each thread takes every so manieth pair.
static void do_stage(const struct worker *own, int half, enum direction direction) {
  int step = HALF / half;
  for (int pair = own->me; pair < HALF; pair += THREADS) {
    int block = pair / half, offset = pair % half;
    int upper = block * 2 * half + offset;
    int lower = upper + half;
    struct complex turned =
        complex_multiply(complex_at(&work[lower]), complex_at(&twiddle[offset * step]));
    struct complex straight = complex_at(&work[upper]);
    struct complex sum = complex_add(straight, turned);
    struct complex difference = complex_subtract(straight, turned);
    // Forward, each stage halves, so that nothing overflows; then back comes out as it was.
    work[upper] = direction == FORWARD ? complex_halve(sum) : sum;
    work[lower] = direction == FORWARD ? complex_halve(difference) : difference;
  }
}

static void count_stage(const struct worker *own) {
  if (own->me != 0)
    return;
#if FAULT == 2
  statistics.stages++;
#else
  pthread_mutex_lock(&statistics_lock);
  statistics.stages++;
  pthread_mutex_unlock(&statistics_lock);
#endif
}

static void transform(const struct worker *own, const struct complex *from, struct complex *to,
                      enum direction direction) {
  copy_reversed(own, from, direction);
  pthread_barrier_wait(&barrier);
  for (int half = 1; half < POINTS; half *= 2) {
    do_stage(own, half, direction);
#if FAULT == 2
    pthread_barrier_wait(&barrier);
    if (direction == FORWARD)
      count_stage(own);
#else
    if (direction == FORWARD)
      count_stage(own);
    pthread_barrier_wait(&barrier);
#endif
  }
  for (int i = own->first; i < own->last; i++)
    to[i] = direction == FORWARD ? complex_at(&work[i]) : complex_conjugate(complex_at(&work[i]));
}

// --- figures
static int power(struct complex one) {
  return (int)(((long long)one.re * one.re + (long long)one.im * one.im) >> 4);
}

static void replace_peak(int value, int at) {
  statistics.peak_power = value;
  statistics.peak_at = at;
}

static void offer_peak(int value, int at) {
#if FAULT == 1
  if (value > statistics.peak_power) {
    pthread_mutex_lock(&statistics_lock);
    replace_peak(value, at);
    pthread_mutex_unlock(&statistics_lock);
  }
#else
  pthread_mutex_lock(&statistics_lock);
  if (value > statistics.peak_power)
    replace_peak(value, at);
  pthread_mutex_unlock(&statistics_lock);
#endif
}

static void measure_spectrum(const struct worker *own, int threshold) {
  int best = -1, at = own->first, loud = 0;
  long long energy = 0;
  for (int i = own->first; i < own->last; i++) {
    int here = power(complex_at(&spectrum[i]));
    power_of[i] = here;
    energy += here;
    if (here > threshold)
      loud++;
    if (here > best) {
      best = here;
      at = i;
    }
  }
  offer_peak(best, at);
  pthread_mutex_lock(&statistics_lock);
  statistics.energy_out += energy;
  statistics.loud += loud;
  pthread_mutex_unlock(&statistics_lock);
}

static void measure_signal(const struct worker *own) {
  long long energy = 0;
  for (int i = own->first; i < own->last; i++)
    energy += power(complex_at(&signal_in[i]));
  pthread_mutex_lock(&statistics_lock);
  statistics.energy_in += energy;
  pthread_mutex_unlock(&statistics_lock);
}

static void compare(const struct worker *own) {
  for (int i = own->first; i < own->last; i++) {
    heddle_assert(magnitude(back[i].re - signal_in[i].re) < 8 * LOG);
    heddle_assert(magnitude(back[i].im) < 8 * LOG);
  }
}

static void leave(void) {
#if FAULT == 2
  heddle_assert(statistics.stages == LOG);
#endif
  pthread_mutex_lock(&statistics_lock);
  statistics.finished++;
  pthread_mutex_unlock(&statistics_lock);
}

static enum window window_wanted;
static int threshold_wanted;

static void *run(void *argument) {
  const struct worker *own = argument;
  apply_window(own, window_wanted);
  measure_signal(own);
  pthread_barrier_wait(&barrier);
  transform(own, signal_in, spectrum, FORWARD);
#if FAULT == 2
  leave();
#endif
  measure_spectrum(own, threshold_wanted);
  pthread_barrier_wait(&barrier);
  transform(own, spectrum, back, BACKWARD);
  compare(own);
#if FAULT != 2
  leave();
#endif
  return NULL;
}

// --- what one thread alone comes to
static int loudest(void) {
  int best = -1;
  for (int i = 0; i < POINTS; i++)
    if (power_of[i] > best)
      best = power_of[i];
  return best;
}

static void check_all(void) {
  heddle_assert(statistics.finished == THREADS);
  heddle_assert(statistics.stages == LOG);
  heddle_assert(statistics.peak_power == loudest());
  heddle_assert(power_of[statistics.peak_at] == statistics.peak_power);
  heddle_assert(statistics.loud <= POINTS);
  heddle_assert(statistics.energy_out <= statistics.energy_in);
}

int main(void) {
  struct worker workers[THREADS];
  window_wanted = heddle_range(RECTANGLE, TRIANGLE, "window") ? TRIANGLE : RECTANGLE;
  threshold_wanted = 1000;
  make_twiddles();
  make_signal();
  pthread_barrier_init(&barrier, NULL, THREADS);
  memset(workers, 0, sizeof workers);
  for (int i = 0; i < THREADS; i++) {
    workers[i].me = i;
    workers[i].first = POINTS * i / THREADS;
    workers[i].last = POINTS * (i + 1) / THREADS;
    if (pthread_create(&workers[i].handle, NULL, run, &workers[i]))
      exit(2);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(workers[i].handle, NULL);
  check_all();
  pthread_barrier_destroy(&barrier);
  return 0;
}
