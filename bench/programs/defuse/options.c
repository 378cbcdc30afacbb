// Prices of European options by the formula of Black and Scholes: threads take portions of a list,
// price each option, and enter what they came to in a book; a barrier stands between the rounds, in
// which the market moves. Prices obey the parity of puts and calls, by which they are checked.
//
// FAULT 1: which portion is next is read before the lock is taken under which it is written.
#include <heddle/heddle.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef OPTIONS
#define OPTIONS 16
#endif
#ifndef PORTION
#define PORTION 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum kind { CALL, PUT };

struct option {
  enum kind kind;
  double spot;       // What the share costs,
  double strike;     // what it may be bought or sold for,
  double rate;       // interest without risk,
  double volatility; // how much the share goes up and down in a year,
  double years;      // and when.
};

// What one option comes to.
struct quote {
  double price;
  double delta; // By how much the price follows the share's.
  int portion;  // In which portion it was priced.
};

struct worker {
  pthread_t handle;
  int me;
  int portions; // That it has had,
  int priced;   // and options in them.
  double sum;
};

struct book {
  pthread_mutex_t lock;
  int next; // The portion that nobody has taken yet.
  int taken;
  int priced;   // Options in all rounds.
  int finished; // Threads.
  double sum;   // Of all prices.
  double dearest;
  double cheapest;
};

// --- what the threads share
struct option options[OPTIONS];
struct quote quotes[OPTIONS];
int times_priced[OPTIONS];
struct book book;
pthread_barrier_t barrier;

enum { PORTIONS = (OPTIONS + PORTION - 1) / PORTION };

// --- the list
static unsigned random_state = 521288629U;

static double next_random(double low, double high) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return low + (high - low) * (double)(random_state % 10000) / 10000.0;
}

enum market { CALM, WILD };

// Each call is followed by the put that it is checked against.
static void make_options(enum market market) {
  for (int i = 0; i < OPTIONS; i++) {
    struct option *one = &options[i];
    if (i % 2) {
      *one = options[i - 1];
      one->kind = PUT;
      continue;
    }
    one->kind = CALL;
    one->spot = next_random(60.0, 140.0);
    one->strike = next_random(80.0, 120.0);
    one->rate = next_random(0.01, 0.05);
    one->volatility = market == CALM ? next_random(0.1, 0.3) : next_random(0.4, 0.9);
    one->years = next_random(0.25, 2.0);
  }
}

// --- the formula
// The share of a normal distribution that lies below: a polynomial times the density, good to seven
// digits (Abramowitz and Stegun, 26.2.17).
static double normal_below(double x) {
  double distance = x < 0.0 ? -x : x;
  double k = 1.0 / (1.0 + 0.2316419 * distance);
  double density = exp(-0.5 * distance * distance) * 0.3989422804014327;
  double tail = k * (0.319381530 +
                     k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  double above = density * tail;
  return x < 0.0 ? above : 1.0 - above;
}

static double discount(const struct option *option) {
  return exp(-option->rate * option->years);
}

static double forward_share(const struct option *option) {
  double spread = option->volatility * sqrt(option->years);
  double drift = option->rate + 0.5 * option->volatility * option->volatility;
  return (log(option->spot / option->strike) + drift * option->years) / spread;
}

static struct quote price(const struct option *option) {
  struct quote quote = {0.0, 0.0, 0};
  double spread = option->volatility * sqrt(option->years);
  double first = forward_share(option);
  double second = first - spread;
  double owed = option->strike * discount(option);
  if (option->kind == CALL) {
    quote.delta = normal_below(first);
    quote.price = option->spot * quote.delta - owed * normal_below(second);
  } else {
    quote.delta = normal_below(first) - 1.0;
    quote.price = owed * normal_below(-second) - option->spot * normal_below(-first);
  }
  return quote;
}

// --- the book
// A portion that nobody has had in this round; PORTIONS for none.
static int take_portion(void) {
#if FAULT == 1
  int portion = book.next;
  pthread_mutex_lock(&book.lock);
#else
  pthread_mutex_lock(&book.lock);
  int portion = book.next;
#endif
  if (portion < PORTIONS) {
    book.next = portion + 1;
    book.taken++;
  }
  pthread_mutex_unlock(&book.lock);
  return portion;
}

static void enter(const struct worker *own, double cheapest, double dearest) {
  pthread_mutex_lock(&book.lock);
  book.sum += own->sum;
  book.priced += own->priced;
  if (dearest > book.dearest)
    book.dearest = dearest;
  if (cheapest < book.cheapest)
    book.cheapest = cheapest;
  pthread_mutex_unlock(&book.lock);
}

static void begin_book(void) {
  pthread_mutex_init(&book.lock, NULL);
  book.cheapest = 1e9;
  book.dearest = -1e9;
}

static void begin_round(void) {
  pthread_mutex_lock(&book.lock);
  book.next = 0;
  pthread_mutex_unlock(&book.lock);
}

// The market moves: the same way whoever does it.
static void move_market(int round) {
  for (int i = 0; i < OPTIONS; i++) {
    options[i].spot *= round % 2 ? 0.98 : 1.01;
    options[i].volatility *= 1.0 + 0.05 * (i % 4 / 2);
  }
}

// --- a thread
static void price_portion(struct worker *own, int portion, double *cheapest, double *dearest) {
  int first = portion * PORTION;
  int last = first + PORTION < OPTIONS ? first + PORTION : OPTIONS;
  for (int i = first; i < last; i++) {
    struct option one = options[i];
    struct quote quote = price(&one);
    quote.portion = portion;
    quotes[i].price = quote.price;
    quotes[i].delta = quote.delta;
    quotes[i].portion = quote.portion;
    own->sum += quote.price;
    own->priced++;
    times_priced[i]++;
    if (quote.price < *cheapest)
      *cheapest = quote.price;
    if (quote.price > *dearest)
      *dearest = quote.price;
  }
  own->portions++;
}

static void *work(void *argument) {
  struct worker *own = argument;
  double cheapest = 1e9, dearest = -1e9;
  for (int round = 0; round < ROUNDS; round++) {
    if (own->me == 0) {
      begin_round();
      if (round > 0)
        move_market(round);
    }
    pthread_barrier_wait(&barrier);
    for (int portion = take_portion(); portion < PORTIONS; portion = take_portion())
      price_portion(own, portion, &cheapest, &dearest);
    pthread_barrier_wait(&barrier);
  }
  enter(own, cheapest, dearest);
  pthread_mutex_lock(&book.lock);
  book.finished++;
  pthread_mutex_unlock(&book.lock);
  return NULL;
}

// --- checks by one thread
static double distance(double a, double b) {
  return a < b ? b - a : a - b;
}

// A call less its put is the share less the strike as of today.
static void check_parity(void) {
  for (int i = 0; i + 1 < OPTIONS; i += 2) {
    double left = quotes[i].price - quotes[i + 1].price;
    double right = options[i].spot - options[i].strike * discount(&options[i]);
    heddle_assert(distance(left, right) < 0.001);
    heddle_assert(distance(quotes[i].delta - quotes[i + 1].delta, 1.0) < 0.001);
  }
}

static void check_bounds(void) {
  for (int i = 0; i < OPTIONS; i++) {
    double most = options[i].kind == CALL ? options[i].spot : options[i].strike;
    heddle_assert(quotes[i].price > -0.001);
    heddle_assert(quotes[i].price < most);
    heddle_assert(quotes[i].portion == i / PORTION);
  }
}

static void check_book(const struct worker *workers) {
  int portions = 0, priced = 0;
  for (int i = 0; i < THREADS; i++) {
    portions += workers[i].portions;
    priced += workers[i].priced;
  }
  heddle_assert(book.finished == THREADS);
  heddle_assert(book.taken == portions);
  heddle_assert(book.priced == priced);
  heddle_assert(book.cheapest <= book.dearest);
}

// Each option is priced once a round.
static void check_times(void) {
  for (int i = 0; i < OPTIONS; i++)
    heddle_assert(times_priced[i] == ROUNDS);
}

static void start(struct worker *workers) {
  for (int i = 0; i < THREADS; i++) {
    workers[i].me = i;
    if (pthread_create(&workers[i].handle, NULL, work, &workers[i]))
      exit(2);
  }
}

int main(void) {
  struct worker workers[THREADS];
  memset(workers, 0, sizeof workers);
  make_options(heddle_range(0, 1, "wild") ? WILD : CALM);
  begin_book();
  pthread_barrier_init(&barrier, NULL, THREADS);
  start(workers);
  for (int i = 0; i < THREADS; i++)
    pthread_join(workers[i].handle, NULL);
  check_parity();
  check_bounds();
  check_book(workers);
  check_times();
  pthread_barrier_destroy(&barrier);
  return 0;
}
