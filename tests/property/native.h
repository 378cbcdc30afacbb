/* Stands in front of a generated program that is to run natively. Every access gets a random delay
 * before it and is sequentially consistent, as in the VM: store buffers must not show. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>

extern uint64_t native_seed; /* Of this run. */
extern uint64_t native_threads;

static inline void native_delay(void) {
  static _Thread_local uint64_t state;
  uint64_t bits;
  if (!state)
    state = native_seed * 0x9E3779B97F4A7C15u +
            0xBF58476D1CE4E5B9u * (1 + __atomic_fetch_add(&native_threads, 1, __ATOMIC_RELAXED));
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  bits = state >> 20;
  if (bits % 4 == 0)
    sched_yield();
  else if (bits % 4 == 1)
    for (volatile unsigned i = (bits >> 2) % 3000; i; --i)
      ;
}

#define POINT() native_delay()
#define LOAD(x) (native_delay(), __atomic_load_n(&(x), __ATOMIC_SEQ_CST))
#define STORE(x, value) (native_delay(), __atomic_store_n(&(x), (value), __ATOMIC_SEQ_CST))
#define ORDER(name) __ATOMIC_SEQ_CST
#define main native_program
