// matrix: arithmetic on matrices in files, with a team of threads.
//
//   matrix [-j THREADS] [-p DIGITS] [-o FILE] OPERATION...
//
// Operations work on a stack, from left to right:
//   FILE       pushes the matrix in FILE (a row a line; '-' is standard input)
//   identity:N random:RxC:SEED  push a matrix that is made
//   add sub mul            take two and push the result
//   transpose inverse pow:N scale:X  take one and push the result
//   det trace norm         print a number for the uppermost
//   dup swap drop          do that to the stack
// What is left on the stack in the end is printed, or written to FILE. All threads of the team work
// on every operation, each on rows of its own, and meet at a barrier.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct matrix {
  size_t rows, columns;
  double *cells;
};

static void fatal(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("matrix: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

static struct matrix new_matrix(size_t rows, size_t columns) {
  struct matrix made = {rows, columns, calloc(rows * columns ? rows * columns : 1, sizeof(double))};
  if (!made.cells)
    fatal("no memory for %zu times %zu numbers", rows, columns);
  return made;
}

static double *cell(const struct matrix *m, size_t row, size_t column) {
  return &m->cells[row * m->columns + column];
}

// --- the team ------------------------------------------------------------------------------------

struct team;
typedef void (*step)(struct team *team, size_t from, size_t to);

struct team {
  size_t size;
  pthread_t *threads;
  pthread_barrier_t start;
  pthread_barrier_t end;
  // What there is to do; set before `start`, read until `end`.
  step step;
  size_t rows;
  struct matrix *result;
  const struct matrix *left, *right;
  double factor;
  size_t pivot;
};

struct member {
  struct team *team;
  size_t number;
};

static void do_share(struct team *team, size_t number) {
  size_t from = team->rows * number / team->size;
  size_t to = team->rows * (number + 1) / team->size;
  if (from < to)
    team->step(team, from, to);
}

static void *member(void *argument) {
  struct member self = *(struct member *)argument;
  free(argument);
  for (;;) {
    pthread_barrier_wait(&self.team->start);
    if (!self.team->step)
      return NULL;
    do_share(self.team, self.number);
    pthread_barrier_wait(&self.team->end);
  }
}

static void team_start(struct team *team, size_t size) {
  memset(team, 0, sizeof *team);
  team->size = size;
  team->threads = calloc(size, sizeof *team->threads);
  if (!team->threads)
    fatal("no memory for threads");
  pthread_barrier_init(&team->start, NULL, (unsigned)size);
  pthread_barrier_init(&team->end, NULL, (unsigned)size);
  // The main thread is number 0.
  for (size_t i = 1; i < size; i++) {
    struct member *self = malloc(sizeof *self);
    if (!self)
      fatal("no memory for threads");
    *self = (struct member){team, i};
    int error = pthread_create(&team->threads[i], NULL, member, self);
    if (error)
      fatal("cannot start a thread: %s", strerror(error));
  }
}

static void team_run(struct team *team, step step, size_t rows) {
  team->step = step;
  team->rows = rows;
  pthread_barrier_wait(&team->start);
  do_share(team, 0);
  pthread_barrier_wait(&team->end);
}

static void team_stop(struct team *team) {
  team->step = NULL;
  pthread_barrier_wait(&team->start);
  for (size_t i = 1; i < team->size; i++)
    pthread_join(team->threads[i], NULL);
  pthread_barrier_destroy(&team->end);
  pthread_barrier_destroy(&team->start);
  free(team->threads);
}

// --- steps: each on rows [from, to) of the result ------------------------------------------------

static void add_rows(struct team *team, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    for (size_t j = 0; j < team->result->columns; j++)
      *cell(team->result, i, j) = *cell(team->left, i, j) + team->factor * *cell(team->right, i, j);
}

static void multiply_rows(struct team *team, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    for (size_t j = 0; j < team->result->columns; j++) {
      double sum = 0;
      for (size_t k = 0; k < team->left->columns; k++)
        sum += *cell(team->left, i, k) * *cell(team->right, k, j);
      *cell(team->result, i, j) = sum;
    }
}

static void transpose_rows(struct team *team, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    for (size_t j = 0; j < team->result->columns; j++)
      *cell(team->result, i, j) = *cell(team->left, j, i);
}

static void scale_rows(struct team *team, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    for (size_t j = 0; j < team->result->columns; j++)
      *cell(team->result, i, j) = team->factor * *cell(team->left, i, j);
}

// Takes a multiple of the pivot's row from each other row, so that its column is zero there.
static void eliminate_rows(struct team *team, size_t from, size_t to) {
  struct matrix *m = team->result;
  size_t p = team->pivot;
  for (size_t i = from; i < to; i++) {
    double factor = *cell(m, i, p) / *cell(m, p, p);
    if (i == p || factor == 0)
      continue;
    for (size_t j = 0; j < m->columns; j++)
      *cell(m, i, j) -= factor * *cell(m, p, j);
  }
}

// --- operations ----------------------------------------------------------------------------------

static struct matrix sum_of(struct team *team, const struct matrix *a, const struct matrix *b,
                            double factor) {
  if (a->rows != b->rows || a->columns != b->columns)
    fatal("cannot add %zux%zu and %zux%zu", a->rows, a->columns, b->rows, b->columns);
  struct matrix result = new_matrix(a->rows, a->columns);
  team->result = &result;
  team->left = a;
  team->right = b;
  team->factor = factor;
  team_run(team, add_rows, result.rows);
  return result;
}

static struct matrix product_of(struct team *team, const struct matrix *a, const struct matrix *b) {
  if (a->columns != b->rows)
    fatal("cannot multiply %zux%zu and %zux%zu", a->rows, a->columns, b->rows, b->columns);
  struct matrix result = new_matrix(a->rows, b->columns);
  team->result = &result;
  team->left = a;
  team->right = b;
  team_run(team, multiply_rows, result.rows);
  return result;
}

static struct matrix mapped(struct team *team, const struct matrix *a, step step, double factor) {
  bool turns = step == transpose_rows;
  struct matrix result = new_matrix(turns ? a->columns : a->rows, turns ? a->rows : a->columns);
  team->result = &result;
  team->left = a;
  team->factor = factor;
  team_run(team, step, result.rows);
  return result;
}

static struct matrix identity(size_t size) {
  struct matrix made = new_matrix(size, size);
  for (size_t i = 0; i < size; i++)
    *cell(&made, i, i) = 1;
  return made;
}

static struct matrix power_of(struct team *team, const struct matrix *a, unsigned long exponent) {
  if (a->rows != a->columns)
    fatal("only a square matrix has powers");
  struct matrix result = identity(a->rows);
  struct matrix square = mapped(team, a, scale_rows, 1);
  for (; exponent; exponent >>= 1) {
    if (exponent & 1) {
      struct matrix next = product_of(team, &result, &square);
      free(result.cells);
      result = next;
    }
    struct matrix next = product_of(team, &square, &square);
    free(square.cells);
    square = next;
  }
  free(square.cells);
  return result;
}

static void swap_rows(struct matrix *m, size_t a, size_t b) {
  for (size_t j = 0; j < m->columns; j++) {
    double kept = *cell(m, a, j);
    *cell(m, a, j) = *cell(m, b, j);
    *cell(m, b, j) = kept;
  }
}

// Brings the left square of the matrix into diagonal form. Returns its determinant.
static double reduce(struct team *team, struct matrix *m) {
  double determinant = 1;
  for (size_t p = 0; p < m->rows; p++) {
    size_t best = p;
    for (size_t i = p + 1; i < m->rows; i++)
      if (fabs(*cell(m, i, p)) > fabs(*cell(m, best, p)))
        best = i;
    if (fabs(*cell(m, best, p)) < 1e-12)
      return 0;
    if (best != p) {
      swap_rows(m, best, p);
      determinant = -determinant;
    }
    determinant *= *cell(m, p, p);
    team->result = m;
    team->pivot = p;
    team_run(team, eliminate_rows, m->rows);
  }
  return determinant;
}

static double determinant_of(struct team *team, const struct matrix *a) {
  if (a->rows != a->columns)
    fatal("only a square matrix has a determinant");
  struct matrix copy = mapped(team, a, scale_rows, 1);
  double determinant = reduce(team, &copy);
  free(copy.cells);
  return determinant;
}

static struct matrix inverse_of(struct team *team, const struct matrix *a) {
  if (a->rows != a->columns)
    fatal("only a square matrix has an inverse");
  size_t n = a->rows;
  struct matrix wide = new_matrix(n, 2 * n), result = new_matrix(n, n);
  for (size_t i = 0; i < n; i++) {
    memcpy(cell(&wide, i, 0), cell(a, i, 0), n * sizeof(double));
    *cell(&wide, i, n + i) = 1;
  }
  if (reduce(team, &wide) == 0)
    fatal("the matrix has no inverse");
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      *cell(&result, i, j) = *cell(&wide, i, n + j) / *cell(&wide, i, i);
  free(wide.cells);
  return result;
}

// --- reading and writing -------------------------------------------------------------------------

static struct matrix read_matrix(const char *path) {
  FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
  if (!file)
    fatal("%s: %s", path, strerror(errno));
  struct matrix m = {0, 0, NULL};
  char *line = NULL;
  size_t room = 0, count = 0, capacity = 0;
  while (getline(&line, &room, file) >= 0) {
    size_t before = count;
    for (char *at = line;;) {
      char *end;
      double value = strtod(at, &end);
      if (end == at) {
        while (isspace((unsigned char)*at))
          at++;
        if (*at)
          fatal("%s: row %zu: '%c' is no number", path, m.rows + 1, *at);
        break;
      }
      if (count == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        m.cells = realloc(m.cells, capacity * sizeof *m.cells);
        if (!m.cells)
          fatal("%s: no memory", path);
      }
      m.cells[count++] = value;
      at = end;
    }
    if (count == before)
      continue; // An empty line.
    if (m.rows == 0)
      m.columns = count;
    else if (count - before != m.columns)
      fatal("%s: row %zu has %zu numbers, not %zu", path, m.rows + 1, count - before, m.columns);
    m.rows++;
  }
  free(line);
  if (file != stdin)
    fclose(file);
  if (m.rows == 0)
    fatal("%s: no matrix in it", path);
  return m;
}

static void print_matrix(FILE *to, const struct matrix *m, int digits) {
  for (size_t i = 0; i < m->rows; i++)
    for (size_t j = 0; j < m->columns; j++) {
      double value = *cell(m, i, j);
      fprintf(to, "%.*g%c", digits, fabs(value) < 1e-12 ? 0.0 : value,
              j + 1 < m->columns ? ' ' : '\n');
    }
}

// --- the stack -----------------------------------------------------------------------------------

enum { DEEPEST = 32 };

struct stack {
  struct matrix items[DEEPEST];
  size_t size;
};

static void push(struct stack *stack, struct matrix m) {
  if (stack->size == DEEPEST)
    fatal("too many matrices at once");
  stack->items[stack->size++] = m;
}

static struct matrix *top(struct stack *stack, size_t below) {
  if (stack->size <= below)
    fatal("an operation has no matrix to work on");
  return &stack->items[stack->size - 1 - below];
}

static void drop(struct stack *stack) {
  free(top(stack, 0)->cells);
  stack->size--;
}

static void replace(struct stack *stack, size_t count, struct matrix result) {
  while (count--)
    drop(stack);
  push(stack, result);
}

static bool make(struct stack *stack, const char *word) {
  size_t rows, columns;
  unsigned seed;
  if (sscanf(word, "identity:%zu", &rows) == 1) {
    push(stack, identity(rows));
    return true;
  }
  if (sscanf(word, "random:%zux%zu:%u", &rows, &columns, &seed) != 3)
    return false;
  struct matrix made = new_matrix(rows, columns);
  for (size_t i = 0; i < rows * columns; i++)
    made.cells[i] = rand_r(&seed) % 19 - 9;
  push(stack, made);
  return true;
}

static void work(struct team *team, struct stack *stack, const char *word, int digits) {
  unsigned long exponent;
  double factor;
  if (!strcmp(word, "add") || !strcmp(word, "sub"))
    replace(stack, 2, sum_of(team, top(stack, 1), top(stack, 0), *word == 'a' ? 1 : -1));
  else if (!strcmp(word, "mul"))
    replace(stack, 2, product_of(team, top(stack, 1), top(stack, 0)));
  else if (!strcmp(word, "transpose"))
    replace(stack, 1, mapped(team, top(stack, 0), transpose_rows, 1));
  else if (!strcmp(word, "inverse"))
    replace(stack, 1, inverse_of(team, top(stack, 0)));
  else if (sscanf(word, "pow:%lu", &exponent) == 1)
    replace(stack, 1, power_of(team, top(stack, 0), exponent));
  else if (sscanf(word, "scale:%lf", &factor) == 1)
    replace(stack, 1, mapped(team, top(stack, 0), scale_rows, factor));
  else if (!strcmp(word, "det"))
    printf("det %.*g\n", digits, determinant_of(team, top(stack, 0)));
  else if (!strcmp(word, "trace")) {
    double sum = 0;
    for (size_t i = 0; i < top(stack, 0)->rows && i < top(stack, 0)->columns; i++)
      sum += *cell(top(stack, 0), i, i);
    printf("trace %.*g\n", digits, sum);
  } else if (!strcmp(word, "norm")) {
    double sum = 0;
    for (size_t i = 0; i < top(stack, 0)->rows * top(stack, 0)->columns; i++)
      sum += top(stack, 0)->cells[i] * top(stack, 0)->cells[i];
    printf("norm %.*g\n", digits, sqrt(sum));
  } else if (!strcmp(word, "dup"))
    push(stack, mapped(team, top(stack, 0), scale_rows, 1));
  else if (!strcmp(word, "drop"))
    drop(stack);
  else if (!strcmp(word, "swap")) {
    struct matrix kept = *top(stack, 1);
    *top(stack, 1) = *top(stack, 0);
    *top(stack, 0) = kept;
  } else if (!make(stack, word))
    push(stack, read_matrix(word));
}

int main(int argc, char **argv) {
  long threads = 2;
  int digits = 6, option;
  const char *path = NULL;
  while ((option = getopt(argc, argv, "j:p:o:")) != -1) {
    if (option == 'j')
      threads = strtol(optarg, NULL, 10);
    else if (option == 'p')
      digits = atoi(optarg);
    else if (option == 'o')
      path = optarg;
    else
      return 2;
  }
  if (optind == argc || threads < 1 || threads > 64 || digits < 1 || digits > 17)
    fatal("usage: matrix [-j THREADS] [-p DIGITS] [-o FILE] OPERATION...");
  struct team team;
  static struct stack stack;
  team_start(&team, (size_t)threads);
  for (int i = optind; i < argc; i++)
    work(&team, &stack, argv[i], digits);
  team_stop(&team);
  FILE *to = path ? fopen(path, "w") : stdout;
  if (!to)
    fatal("%s: %s", path, strerror(errno));
  while (stack.size) {
    print_matrix(to, top(&stack, 0), digits);
    drop(&stack);
    if (stack.size)
      fputc('\n', to);
  }
  if (path && fclose(to) != 0)
    fatal("%s: %s", path, strerror(errno));
  return 0;
}
