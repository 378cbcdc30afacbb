// Character classes of the "C" locale (ctype.h), as functions and as the tables its macros read.

enum {
  // The bits of glibc's table, which the macros of ctype.h test.
  upper = 1 << 8,
  lower = 1 << 9,
  alpha = 1 << 10,
  digit = 1 << 11,
  xdigit = 1 << 12,
  space = 1 << 13,
  print = 1 << 14,
  graph = 1 << 15,
  blank = 1 << 0,
  cntrl = 1 << 1,
  punct = 1 << 2,
  alnum = 1 << 3,
};

enum {
  control = cntrl,
  controlSpace = cntrl | space,
  tab = cntrl | space | blank,
  gap = space | blank | print,
  mark = punct | print | graph,
  number = digit | xdigit | alnum | print | graph,
  bigHex = upper | alpha | xdigit | alnum | print | graph,
  big = upper | alpha | alnum | print | graph,
  smallHex = lower | alpha | xdigit | alnum | print | graph,
  small = lower | alpha | alnum | print | graph,
};

// The tables are indexed from -128 to 255, so that a negative char and EOF find their class too.
enum { offset = 128 };

static const unsigned short classes[offset + 256] = {
    [offset + 0 ... offset + 8] = control,
    [offset + '\t'] = tab,
    [offset + '\n' ... offset + '\r'] = controlSpace,
    [offset + 14 ... offset + 31] = control,
    [offset + ' '] = gap,
    [offset + '!' ... offset + '/'] = mark,
    [offset + '0' ... offset + '9'] = number,
    [offset + ':' ... offset + '@'] = mark,
    [offset + 'A' ... offset + 'F'] = bigHex,
    [offset + 'G' ... offset + 'Z'] = big,
    [offset + '[' ... offset + '`'] = mark,
    [offset + 'a' ... offset + 'f'] = smallHex,
    [offset + 'g' ... offset + 'z'] = small,
    [offset + '{' ... offset + '~'] = mark,
    [offset + 127] = control,
};

static int is(int c, int class) {
  return c >= -offset && c < 256 ? classes[offset + c] & class : 0;
}

int isalnum(int c) {
  return is(c, alnum);
}
int isalpha(int c) {
  return is(c, alpha);
}
int isblank(int c) {
  return is(c, blank);
}
int iscntrl(int c) {
  return is(c, cntrl);
}
int isdigit(int c) {
  return is(c, digit);
}
int isgraph(int c) {
  return is(c, graph);
}
int islower(int c) {
  return is(c, lower);
}
int isprint(int c) {
  return is(c, print);
}
int ispunct(int c) {
  return is(c, punct);
}
int isspace(int c) {
  return is(c, space);
}
int isupper(int c) {
  return is(c, upper);
}
int isxdigit(int c) {
  return is(c, xdigit);
}
int isascii(int c) {
  return c >= 0 && c < 128;
}
int toascii(int c) {
  return c & 127;
}
int tolower(int c) {
  return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}
int toupper(int c) {
  return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define LETTERS(n) SIXTEEN(n), FOUR((n) + 16), FOUR((n) + 20), (n) + 24, (n) + 25
// Below zero the table repeats its upper half, as glibc's does; EOF stays EOF.
#define NEGATIVE                                                                                   \
  SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208),              \
      SIXTEEN(224), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254, -1
#define UPPER_HALF                                                                                 \
  SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208),              \
      SIXTEEN(224), SIXTEEN(240)
#define UP_TO_AT SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), '@'
#define BRACKETS '[', '\\', ']', '^', '_', '`'
#define BRACES '{', '|', '}', '~', 127

static const int lowered[offset + 256] = {NEGATIVE,     UP_TO_AT, LETTERS('a'), BRACKETS,
                                          LETTERS('a'), BRACES,   UPPER_HALF};
static const int raised[offset + 256] = {NEGATIVE,     UP_TO_AT, LETTERS('A'), BRACKETS,
                                         LETTERS('A'), BRACES,   UPPER_HALF};

static const unsigned short *const classesFromZero = classes + offset;
static const int *const loweredFromZero = lowered + offset;
static const int *const raisedFromZero = raised + offset;

const unsigned short **__ctype_b_loc(void) {
  return (const unsigned short **)&classesFromZero;
}
const int **__ctype_tolower_loc(void) {
  return (const int **)&loweredFromZero;
}
const int **__ctype_toupper_loc(void) {
  return (const int **)&raisedFromZero;
}
