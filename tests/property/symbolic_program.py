"""Generates C programs with small inputs for symbolic.py. The same seed always gives the same one.

A program notes every branch it takes in a signature (`mark`), prints it, and then decides on single
bits of what it computed, so that the values show in the signature too. Natively the file runs its
program on every input. BAD says there when the next operation is a fault, which heddle must see by
itself; globals are set anew in each run.
"""
import random

PRELUDE = r"""
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
static uint path;
#ifdef __HEDDLE__
#include <heddle/heddle.h>
#define BAD(condition, kind) ((void)0)
#define SAY printf
#define START(routine) pthread_t thread; pthread_create(&thread, 0, routine, 0)
#define JOIN() pthread_join(thread, 0)
#else
#include <setjmp.h>
#include <stdarg.h>
static jmp_buf native_end;
static char native_text[4096], native_ended[64];
static size_t native_length;
static long native_a, native_b;
static void SAY(const char *format, ...) {
  va_list list;
  va_start(list, format);
  native_length += (size_t)vsprintf(native_text + native_length, format, list);
  va_end(list);
}
static void native_stop(const char *kind, int line) {
  sprintf(native_ended, line ? "%s:%d" : "%s", kind, line);
  longjmp(native_end, 1);
}
#define BAD(condition, kind) ((condition) ? native_stop(kind, __LINE__) : (void)0)
#define heddle_assume(condition) ((condition) ? (void)0 : native_stop("assumption", 0))
#define heddle_assert(condition) ((condition) ? (void)0 : native_stop("assertion", __LINE__))
static long native_input(const char *name) { return *name == 'a' ? native_a : native_b; }
#define heddle_uchar(name) ((uchar)native_input(name))
#define heddle_char(name) ((char)native_input(name))
#define heddle_schar(name) ((schar)native_input(name))
#define heddle_ushort(name) ((ushort)native_input(name))
#define heddle_short(name) ((short)native_input(name))
#define heddle_bool(name) (native_input(name) != 0)
#define heddle_range(low, high, name) ((int)native_input(name))
static void heddle_symbolic(void *to, size_t size, const char *name) {
  const long value = native_input(name);
  memcpy(to, &value, size);
}
#define START(routine) routine(0)
#define JOIN() ((void)0)
#endif
static void mark(uint k) { path = path * 31 + k; }
static void tell(void) { SAY("#%u\n", path); }
struct mixed { uchar c; short s; uint low : 3; int mid : 5; uint high : 9; int i; };
struct pair { schar first; uchar second; };
union words { uint whole; ushort half[2]; uchar byte[4]; };
"""

DRIVER = r"""
#ifdef __HEDDLE__
int main(void) { path = 7; program(); return 0; }
#else
static void native_run(void) {
  native_length = 0;
  native_text[0] = 0;
  path = 7;
  strcpy(native_ended, "normal");
  if (!setjmp(native_end))
    program();
  for (char *c = native_text; *c; ++c)
    if (*c == '\n')
      *c = ';';
}
static void native_print(const char *what) {
  printf("%s\t%ld %ld\t%s\t%s\n", what, native_a, native_b, native_ended, native_text);
}
static int native_new(void) { /* Whether this end and these signatures are met the first time. */
  static ulong seen[1 << 18];
  ulong hash = 1469598103934665603ul;
  int counts = 1;
  for (const char *c = native_ended; *c; ++c)
    hash = (hash ^ (uchar)*c) * 1099511628211ul;
  for (const char *c = native_text; *c; ++c) {
    counts = c == native_text || c[-1] == ';' ? *c == '#' : counts;
    if (counts)
      hash = (hash ^ (uchar)*c) * 1099511628211ul;
  }
  ulong at = hash >> 46;
  while (seen[at] && seen[at] != hash)
    at = (at + 1) & ((1 << 18) - 1);
  if (seen[at] == hash)
    return 0;
  seen[at] = hash;
  return 1;
}
int main(void) {
  for (native_a = A_LOW; native_a <= A_HIGH; ++native_a)
    for (native_b = B_LOW; native_b <= B_HIGH; ++native_b) {
      native_run();
      if (native_new())
        native_print("NEW");
    }
  while (scanf("%ld %ld", &native_a, &native_b) == 2) {
    if (native_a < A_LOW) /* A variable of two bytes is shown with a sign whatever its type is. */
      native_a += 65536;
    native_run();
    if (native_a < A_LOW || native_a > A_HIGH || native_b < B_LOW || native_b > B_HIGH)
      strcpy(native_ended, "no input of this program");
    native_print("RUN");
  }
  return 0;
}
#endif
"""

TYPES = ["uchar", "schar", "ushort", "short", "uint", "int", "ulong", "long"]
BITS = {"uchar": 8, "schar": 8, "ushort": 16, "short": 16, "uint": 32, "int": 32, "ulong": 64, "long": 64}
MOST_PATHS = 20 # What a program may be thought to have before its last branches.


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.functions = []
        self.globals = [] # (declaration, what sets it)
        self.variables = [] # (name, type)
        self.writable = []
        self.indent = 1
        self.names = 0
        self.marks = 0
        self.paths = 1
        self.domains = {"a": (0, 0), "b": (0, 0)}
        self.text = self.make()

    # --- small things

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, part):
        return self.random.random() < part

    def number(self, low, high):
        return self.random.randint(low, high)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def put(self, line):
        self.lines.append("  " * self.indent + line)

    def mark(self):
        self.marks += 1
        return f"mark({self.marks});"

    def local(self, type, value, writable=True):
        name = self.name("v")
        self.put(f"{type} {name} = {value};")
        self.variables.append((name, type))
        if writable:
            self.writable.append((name, type))
        return name

    def constant(self):
        return str(self.pick([0, 1, 2, 3, 5, 7, 8, 10, 16, 31, 63, 100, 127, 128, 200, 255, 256, 1000, 32767,
                              self.number(0, 255), self.number(-40, 40), self.number(0, 65535)]))

    # --- expressions: each is a C expression that is defined for all values

    def expression(self, depth=None):
        if depth is None:
            depth = self.number(1, 2)
        if depth == 0 or self.chance(0.15):
            return self.pick(self.variables)[0] if self.chance(0.8) else f"({self.constant()})"
        left = self.expression(depth - 1)
        kind = self.number(0, 17)
        if kind == 0:
            return f"({self.pick(TYPES)})({left})"
        if kind == 1:
            return f"({self.pick(['-', '~', '!'])}({left}))"
        if kind == 2:
            return f"(({left}) {self.pick(['<<', '>>'])} {self.number(0, 7)})"
        if kind == 3:
            type = self.pick(TYPES[4:])
            return f"(({type})({left}) {self.pick(['<<', '>>'])} (({self.expression(0)}) & {self.pick([3, 7, 15, 31])}))"
        if kind == 4:
            # Narrow, as is every division here: wide ones take a solver minutes.
            divisor = self.pick([2, 3, 5, 7, 8, 10, 13, -3, -7, 100])
            return f"(({self.pick(TYPES[:4])})({left}) {self.pick(['/', '%'])} {divisor})"
        if kind == 5:
            return f"((uchar)({left}) {self.pick(['/', '%'])} (({self.expression(0)} & 15) + 1))"
        if kind == 6:
            return f"({self.condition(depth - 1)} ? {left} : {self.expression(depth - 1)})"
        if kind == 7:
            return self.pick([f"__builtin_popcount((uint)({left}))", f"__builtin_ctz((uint)({left}) | 256u)",
                              f"__builtin_clz((uint)({left}) | 1u)", f"__builtin_bswap16((ushort)({left}))",
                              f"__builtin_bswap32((uint)({left}))", f"__builtin_parity((uint)({left}))",
                              f"__builtin_popcountl((ulong)({left}))", f"__builtin_ffs((int)({left}))",
                              f"__builtin_rotateleft8((uchar)({left}), {self.number(0, 7)})",
                              f"__builtin_rotateright16((ushort)({left}), {self.number(0, 15)})",
                              f"abs((short)({left}))"])
        if kind == 8:
            return self.compare(depth - 1)
        if kind == 9:
            return f"(({self.pick(TYPES)})({left}) * ({self.pick(TYPES[:2])})({self.expression(0)}))"
        if kind == 10:
            return f"(({self.pick(TYPES[4:])})({left}) * {self.constant()})"
        return f"(({left}) {self.pick(['+', '-', '|', '&', '|', '^', '+', '-', '^'])} ({self.expression(depth - 1)}))"

    def compare(self, depth):
        type = self.pick(TYPES)
        operator = self.pick(["<", "<=", ">", ">=", "==", "!="])
        return f"(({type})({self.expression(depth)}) {operator} ({type})({self.expression(0)}))"

    def condition(self, depth=1):
        kind = self.number(0, 5)
        if kind == 0:
            return f"({self.compare(depth)} {self.pick(['&&', '||'])} {self.compare(0)})"
        if kind == 1:
            return f"(({self.expression(depth)}) & {1 << self.number(0, 7)})"
        return self.compare(depth)

    def small(self, most):
        """An expression between 0 and most."""
        if most & (most + 1) == 0 and self.chance(0.8):
            return f"(({self.expression(1)}) & {most})"
        return f"((uchar)({self.expression(1)}) % {most + 1})"

    def target(self):
        return self.pick(self.writable)

    # --- statements

    def assign(self):
        name, _ = self.target()
        operator = self.pick(["=", "+=", "-=", "^=", "|=", "&=", "="])
        self.put(f"{name} {operator} {self.expression()};")

    def block(self, count=1):
        self.indent += 1
        for _ in range(self.number(1, count)):
            self.assign()
        self.indent -= 1

    def branch(self):
        self.paths *= 2
        self.put(f"if ({self.condition(2)}) {{")
        self.put("  " + self.mark())
        self.block(2)
        if self.chance(0.6):
            self.put("} else {")
            self.put("  " + self.mark())
            self.block()
        self.put("}")

    def switch(self):
        self.paths *= 4
        most = self.pick([3, 7, 20, 255])
        type = self.pick(["uchar", "schar", "short", "int", "uint", "long"])
        self.put(f"switch (({type}){self.small(most) if self.chance(0.6) else self.expression()}) {{")
        for value in sorted(self.random.sample(range(-2 if type in ("schar", "short", "int", "long") else 0,
                                                     min(most, 40) + 1), 3)):
            self.put(f"case {value}:" if self.chance(0.7) else f"case {200 + 8 * value} ... {206 + 8 * value}: case {value}:")
            self.put("  " + self.mark())
            self.block()
            if self.chance(0.8):
                self.put("  break;")
        if self.chance(0.7):
            self.put("default:")
            self.put("  " + self.mark())
            self.block()
        self.put("}")

    def loop(self):
        self.paths *= 4
        i = self.name("i")
        if self.chance(0.6):
            self.put(f"for (uint {i} = 0; {i} < {self.small(3)}; ++{i}) {{")
        else:
            self.put(f"int {i} = {self.small(7)};")
            self.put(f"while ({i} > 0) {{")
            self.put(f"  {i} >>= 1;")
        self.put("  " + self.mark())
        self.variables.append((i, "int"))
        self.block(2)
        # A bound that the body changes is bounded all the same.
        self.put(f"  if (++turns > 6) break;")
        self.put("}")
        self.variables.remove((i, "int"))
        self.put("turns = 0;")

    def array(self):
        """Reads and writes at symbolic indices, in bounds or not."""
        type = self.pick(TYPES)
        size = self.number(3, 9)
        values = ", ".join(self.constant() for _ in range(size))
        name = self.name("t")
        if self.chance(0.4):
            self.globals.append((f"static {type} {name}[{size}];",
                                 f"{{ const {type} first[] = {{{values}}}; memcpy({name}, first, sizeof first); }}"))
        else:
            self.put(f"{type} {name}[{size}] = {{{values}}};")
        for _ in range(self.number(1, 3)):
            kind = self.number(0, 4)
            if kind == 0:
                self.put(f"{name}[{self.small(size - 1)}] {self.pick(['=', '+=', '^='])} {self.expression()};")
            elif kind == 1:
                value = f"{name}[{self.small(size - 1)}]"
                self.put(f"{self.target()[0]} {self.pick(['=', '+=', '^='])} {value};")
            elif kind == 2:
                index = self.name("x")
                self.paths *= 2
                self.put(f"{self.pick(['uint', 'long', 'uchar', 'ulong'])} {index} = {self.small(size)};")
                self.fault(f"{index} >= {size}", "out-of-bounds",
                           self.pick([f"{name}[{index}] = {self.expression()};",
                                      f"{self.target()[0]} += {name}[{index}];"]))
            elif kind == 3:
                index = self.name("x")
                self.paths *= 2
                self.put(f"int {index} = {self.small(size - 1)} - {self.number(0, 1)};")
                self.fault(f"{index} < 0", "out-of-bounds", f"{self.target()[0]} ^= *({name} + {index});")
            else:
                at = self.name("p")
                self.put(f"{type} *{at} = {name} + {self.small(size - 1)};")
                self.put(f"*{at} {self.pick(['=', '+=', '-='])} {self.expression()};")
                self.put(f"{self.target()[0]} += *{at} + {name}[{self.number(0, size - 1)}];")

    def fault(self, condition, kind, statement):
        if self.chance(0.5):
            self.put("tell();")
        self.put(f'BAD({condition}, "{kind}"); {statement}')

    def divide(self):
        self.paths *= 2
        type = self.pick(TYPES[4:])
        x, y = self.name("x"), self.name("x")
        narrow = self.pick(TYPES[:4]) if self.chance(0.8) else type
        self.put(f"{type} {x} = ({narrow})({self.expression()}), {y} = ({self.pick(TYPES[:2])})({self.expression(1)});")
        if type == "int" and self.chance(0.3):
            self.put(f"{x} |= 1 << 31;")
        bad = f"{y} == 0"
        if type in ("int", "long"):
            bad += f" || ({y} == -1 && {x} == ({type})(1{'u' if type == 'int' else 'ul'} << {BITS[type] - 1}))"
        self.fault(bad, "division-by-zero", f"{self.target()[0]} ^= {x} {self.pick(['/', '%'])} {y};")

    def shift(self):
        self.paths *= 2
        type = self.pick(TYPES[4:])
        x, y = self.name("x"), self.name("x")
        self.put(f"{type} {x} = {self.expression()}; {self.pick(['uint', 'int', 'uchar'])} {y} = {self.expression(1)};")
        self.fault(f"(ulong){y} >= {BITS[type]}", "shift",
                   f"{self.target()[0]} += {x} {self.pick(['<<', '>>'])} {y};")

    def overflow(self):
        self.paths *= 2
        type, result = self.pick(TYPES), self.name("x")
        self.put(f"{type} {result};")
        operator = self.pick(["add", "sub", "mul"])
        left = TYPES[:4] if operator == "mul" else TYPES
        self.put(f"if (__builtin_{operator}_overflow(({self.pick(left)})({self.expression()}), "
                 f"({self.pick(TYPES[:2])})({self.expression(1)}), &{result})) {self.mark()}")
        self.put(f"{self.target()[0]} ^= {result};")

    def pointer(self):
        self.paths *= 2
        x, y, p = self.name("x"), self.name("x"), self.name("p")
        type = self.pick(TYPES)
        self.put(f"{type} {x} = {self.expression(1)}, {y} = {self.expression(1)};")
        kind = self.number(0, 3)
        if kind == 0:
            self.put(f"{type} *{p} = {self.condition()} ? &{x} : &{y};")
        elif kind == 1:
            self.put(f"{type} *{p}s[3] = {{&{x}, &{y}, &{x}}};")
            self.put(f"{type} *{p} = {p}s[{self.small(2)}];")
        elif kind == 2:
            self.put(f"{type} *{p} = &{x}; if ({self.condition()}) {{ {self.mark()} {p} = 0; }}")
            self.fault(f"!{p}", "null-pointer", f"{self.target()[0]} ^= *{p};")
        else:
            g = self.name("g")
            self.globals.append((f"static {type} {g};", f"{g} = {self.constant()};"))
            self.put(f"{type} *{p} = &{g}; if ({self.condition()}) {{ {self.mark()} {p} = &{x}; }}")
            self.put(f"{y} ^= {g};")
        self.put(f"*{p} {self.pick(['=', '+=', '^='])} {self.expression()};")
        self.put(f"{self.target()[0]} += {x} ^ {y};")

    def structure(self):
        s = self.name("s")
        f = self.name("f")
        member = lambda: self.pick(["c", "s", "low", "mid", "high", "i"])
        self.functions.append(f"static struct mixed {f}(struct mixed x, int k) {{ x.{member()} += k; "
                              f"x.{member()} ^= x.{member()}; return x; }}")
        self.put(f"struct mixed {s}[3] = {{{{1, 2, 3, 4, 5, 6}}, {{0}}}};")
        at = self.pick(["0", "1", self.small(2)])
        self.put(f"{s}[{at}].{member()} = {self.expression()};")
        self.put(f"{s}[2] = {f}({s}[{self.pick(['0', '1'])}], {self.expression(1)});")
        if self.chance(0.5):
            self.put(f"{s}[1] = {s}[{self.small(2)}];")
        for _ in range(2):
            self.put(f"{self.target()[0]} += {s}[{self.number(0, 2)}].{member()};")

    def call(self):
        f = self.name("f")
        kind = self.number(0, 2)
        type = self.pick(TYPES)
        if kind == 0:
            self.functions.append(f"static {type} {f}({self.pick(TYPES)} x, {self.pick(TYPES)} y) {{ if (x {self.pick(['<', '>', '=='])} y) "
                                  f"{{ {self.mark()} return x - y; }} return y * {self.number(2, 9)} + x; }}")
            self.paths *= 2
            self.put(f"{self.target()[0]} += {f}({self.expression(1)}, {self.expression(1)});")
        elif kind == 1:
            self.functions.append(f"static {type} {f}(int n, {self.pick(TYPES)} x) {{ if (n <= 0) return x; "
                                  f"{self.mark()} return {f}(n - 1, x {self.pick(['+', '^', '-'])} n) * 3; }}")
            self.paths *= 3
            self.put(f"{self.target()[0]} ^= {f}({self.small(3)}, {self.expression(1)});")
        else:
            names = [f"{f}_{i}" for i in range(3)]
            for i, each in enumerate(names):
                self.functions.append(f"static int {each}(int x) {{ {self.mark()} return x {self.pick(['+', '^', '*'])} {i + 3}; }}")
            self.paths *= 3
            self.put(f"int (*const {f}s[3])(int) = {{{', '.join(names)}}};")
            if self.chance(0.5):
                self.put(f"{self.target()[0]} += {f}s[{self.small(2)}]({self.expression(1)});")
            else:
                x = self.name("x")
                self.put(f"uint {x} = {self.small(3)};")
                self.fault(f"{x} > 2", "out-of-bounds", f"{self.target()[0]} += {f}s[{x}]({self.expression(1)});")

    def bytes(self):
        """memcpy, memset and memmove with symbolic contents and sizes, and what lies on top of them."""
        b, n = self.name("b"), self.name("n")
        self.paths *= 4
        self.put(f"uchar {b}[8] = {{1, 2, 3, 4, 5, 6, 7, 8}}, {b}x[6];")
        self.put(f"memset({b}x, (int)({self.expression(1)}), sizeof {b}x);")
        self.put(f"size_t {n} = {self.small(self.pick([3, 6]))};")
        kind = self.number(0, 3)
        if kind == 0:
            self.put(f"memcpy({b}, {b}x, {n});")
        elif kind == 1:
            self.put(f"memset({b} + 1, (int)({self.expression(1)}), {n});")
        elif kind == 2:
            self.put(f"memmove({b} + 1, {b}, {n}); memcpy({b} + 3, &{self.pick(self.variables)[0]}, 1);")
        else:
            self.put(f"{n} += {self.small(1)};")
            self.fault(f"{n} > 6", "out-of-bounds", f"memset({b}x, 9, {n});")
        self.put(f"uint {b}w; memcpy(&{b}w, {b} + {self.number(0, 4)}, 4);")
        self.put(f"{self.target()[0]} ^= {b}w + {b}x[{self.number(0, 5)}];")
        if self.chance(0.4):
            self.put(f"if (memcmp({b}, {b}x, 2) {self.pick(['<', '>', '=='])} 0) {self.mark()}")

    def string(self):
        self.paths *= 4
        s = self.name("s")
        self.put(f"char {s}[4] = \"{self.pick(['ab', 'x7', '12', '-3'])}\";")
        for i in self.random.sample(range(3), self.number(1, 2)):
            self.put(f"{s}[{i}] = (char)({self.expression(1)});")
        self.put(f"{s}[3] = 0;")
        kind = self.number(0, 7)
        statements = [f"if (strlen({s}) {self.pick(['<', '>', '=='])} {self.number(0, 3)}) {self.mark()}",
                      f"if (strcmp({s}, \"{self.pick(['ab', 'b', 'x7q'])}\") {self.pick(['<', '>', '=='])} 0) {self.mark()}",
                      f"if (strchr({s}, {self.pick([repr('a'), repr('7'), 'v1 & 127'])})) {self.mark()}",
                      f"if (atoi({s}) {self.pick(['<', '>', '=='])} {self.number(-3, 20)}) {self.mark()}",
                      f"if (isdigit((uchar){s}[0])) {self.mark()}",
                      f"{self.target()[0]} += toupper((uchar){s}[1]);",
                      f"if (strncmp({s}, \"abc\", {self.number(1, 3)}) == 0) {self.mark()}",
                      f"if (isalpha((uchar){s}[1]) && tolower((uchar){s}[1]) == 'q') {self.mark()}"]
        self.put(statements[kind])

    def real(self):
        self.paths *= 2
        type, d = self.pick(["float", "double"]), self.name("d")
        self.put(f"{type} {d} = {self.pick(['(short)', '(uchar)', '(schar)', '(ushort)'])}({self.expression(self.number(0, 1))});")
        self.put(self.pick([f"{d} = {d} * 0.5 + 1;", f"{d} = {d} + 0.25;", f"{d} = -{d};", f"{d} -= 100;", f"{d} = {d} / 4;"]))
        self.put(f"if ({d} {self.pick(['<', '>', '<=', '>='])} {self.number(-20, 200)}.5) {self.mark()}")
        if self.chance(0.6):
            self.put(f"{self.target()[0]} += (int){d};")

    def union(self):
        u = self.name("u")
        self.put(f"union words {u} = {{0x01020304}};")
        self.put(f"{u}.half[{self.small(1)}] {self.pick(['=', '+='])} {self.expression(1)};")
        self.put(f"{u}.byte[{self.small(3)}] {self.pick(['=', '^='])} {self.expression(1)};")
        self.put(f"{self.target()[0]} ^= {self.pick([f'{u}.whole', f'{u}.half[1]', f'{u}.byte[2]'])};")

    def atomic(self):
        g, e = self.name("g"), self.name("e")
        type = self.pick(TYPES[2:])
        self.globals.append((f"static {type} {g};", f"{g} = {self.constant()};"))
        self.put(f"{self.target()[0]} += __atomic_fetch_{self.pick(['add', 'sub', 'xor', 'or', 'and'])}(&{g}, "
                 f"({type})({self.expression(1)}), __ATOMIC_SEQ_CST);")
        if self.chance(0.6):
            self.paths *= 2
            self.put(f"{type} {e} = ({type})({self.expression(1)});")
            self.put(f"if (__atomic_compare_exchange_n(&{g}, &{e}, ({type})({self.expression(1)}), 0, "
                     f"__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {self.mark()}")
            self.put(f"{self.target()[0]} ^= {e};")
        self.put(f"{self.target()[0]} ^= __atomic_load_n(&{g}, __ATOMIC_SEQ_CST);")

    def jump(self):
        self.paths *= 3
        l = self.name("l")
        self.put(f"{{ static void *const {l}[] = {{&&{l}a, &&{l}b, &&{l}c}}; goto *{l}[{self.small(2)}];")
        self.put(f"{l}a: {self.mark()} {self.target()[0]} += 3;")
        self.put(f"{l}b: {self.mark()} {self.target()[0]} ^= {self.expression(1)};")
        self.put(f"{l}c: {self.mark()} }}")

    def heap(self):
        self.paths *= 4
        h, n = self.name("h"), self.name("n")
        size = self.number(1, 3)
        self.put(f"uint {n} = {self.small(3)};")
        if self.chance(0.5):
            self.put(f"uchar *{h} = malloc({n} + 1); memset({h}, 5, {n} + 1);")
        else:
            self.put(f"uchar *{h} = calloc({n} + 1, 1);")
        self.put(f"{h}[{n}] = (uchar)({self.expression(1)});")
        if self.chance(0.6):
            self.fault(f"{n} < {size}", "out-of-bounds", f"{self.target()[0]} += {h}[{size}];")
        self.put(f"{self.target()[0]} ^= {h}[0] + {h}[{n}];")
        self.put(f"free({h});")

    def check(self):
        self.paths *= 2
        c = self.condition(1)
        self.put(f"heddle_assert({c});")

    def assume(self):
        self.put(f"heddle_assume((uchar)({self.expression(1)}) {self.pick(['<', '!='])} {self.number(10, 200)});")

    def threads(self):
        """Two threads whose effect does not depend on their order."""
        g, f, lock = self.name("g"), self.name("f"), self.name("m")
        self.paths *= 6
        self.globals.append((f"static uint {g}, {g}in;", f"{g} = 0; {g}in = 0;"))
        self.globals.append((f"static pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;", ""))
        held = self.chance(0.6)
        both = [f"pthread_mutex_lock(&{lock}); {g} += {v}; pthread_mutex_unlock(&{lock});" if held else
                f"__atomic_fetch_add(&{g}, {v}, __ATOMIC_SEQ_CST);" for v in (f"k", f"{self.expression(1)}")]
        self.functions.append(f"static void *{f}(void *unused) {{ uint k = {self.number(1, 9)}; "
                              f"if ({g}in & {1 << self.number(0, 5)}) k = {g}in {self.pick(['+', '*'])} 3; {both[0]} return 0; }}")
        self.put(f"{g}in = {self.expression(1)};")
        self.put(f"START({f});")
        self.put(both[1])
        self.put("JOIN();")
        self.put(f"{self.target()[0]} ^= {g};")

    # --- the whole

    def inputs(self):
        ranges = {"uchar": (0, 255), "schar": (-128, 127), "char": (-128, 127), "ushort": (0, 65535),
                  "short": (-32768, 32767), "bool": (0, 1)}
        kind = self.number(0, 6)
        if kind <= 1:
            type = self.pick(["ushort", "short"])
            self.local(type, f'heddle_{type}("a")', writable=False)
            self.domains["a"] = ranges[type]
        elif kind <= 3:
            for name in "ab":
                type = self.pick(["uchar", "schar", "char"])
                self.local(type, f'heddle_{type}("{name}")', writable=False)
                self.domains[name] = ranges[type]
        elif kind == 4:
            first, last = self.number(-50, 0), self.number(1, 300)
            self.local("int", f'heddle_range({first}, {last}, "a")', writable=False)
            self.domains["a"] = (first, last)
            type = self.pick(["uchar", "schar", "bool"])
            self.local("uchar" if type == "bool" else type, f'heddle_{type}("b")', writable=False)
            self.domains["b"] = ranges[type]
        elif kind == 5:
            self.put('struct pair both; heddle_symbolic(&both, sizeof both, "a");')
            self.local("schar", "both.first", writable=False)
            self.local("uchar", "both.second", writable=False)
            self.domains["a"] = ranges["ushort"]
        else:
            self.put('uchar buffer[6] = {9, 8, 7, 6, 5, 4}; heddle_symbolic(buffer + 2, 2, "a");')
            self.local("uchar", "buffer[2]", writable=False)
            self.local("ushort", "buffer[3] * 256 + buffer[1]", writable=False)
            self.domains["a"] = ranges["ushort"]

    def make(self):
        self.put("int turns = 0;")
        self.inputs()
        for _ in range(2):
            self.local(self.pick(TYPES), self.expression(1) if self.chance(0.4) else self.expression(0))
        kinds = [self.assign, self.branch, self.switch, self.loop, self.array, self.array, self.divide, self.shift,
                 self.overflow, self.pointer, self.structure, self.call, self.bytes, self.string, self.real,
                 self.union, self.atomic, self.jump, self.heap, self.assume, self.threads]
        used = set()
        for _ in range(self.number(2, 4)):
            if self.paths > MOST_PATHS:
                break
            kind = self.pick(kinds)
            if kind in (self.threads, self.real) and kind in used:
                continue
            used.add(kind)
            kind()
        if self.chance(0.2):
            self.check()
        self.put("tell();")
        total = " + ".join(f"({self.number(1, 9)} * (ulong){name})" for name, _ in self.writable)
        self.put(f"const ulong total = {total};")
        for bit in self.random.sample(range(0, 16), 2):
            self.put(f"if (total >> {bit} & 1) {self.mark()}")
        self.put("tell();")
        shown = ", ".join(f"(long){name}" for name, _ in self.variables)
        self.put(f"SAY(\"{' '.join('%ld' for _ in self.variables)}\\n\", {shown});")
        resets = [f"  {text}" for _, text in self.globals if text]
        declarations = [text for text, _ in self.globals]
        limits = [f"#define {name.upper()}_{end} {value}" for name, both in self.domains.items()
                  for end, value in zip(("LOW", "HIGH"), both)]
        return "\n".join([PRELUDE, *declarations, *self.functions, "static void program(void) {", *resets, *self.lines,
                          "}", *limits, DRIVER])
