// Mutual recursion: a recursive descent evaluator and friends.
#include <ctype.h>
#include <stdio.h>

static const char *at;
static int expression(void);

static int factor(void) {
  if (*at == '-') {
    at++;
    return -factor();
  }
  if (*at == '(') {
    at++;
    int v = expression();
    at++;
    return v;
  }
  int v = 0;
  while (isdigit((unsigned char)*at))
    v = v * 10 + (*at++ - '0');
  return v;
}

static int term(void) {
  int v = factor();
  while (*at == '*' || *at == '/')
    if (*at++ == '*')
      v *= factor();
    else
      v /= factor();
  return v;
}

static int expression(void) {
  int v = term();
  while (*at == '+' || *at == '-')
    if (*at++ == '+')
      v += term();
    else
      v -= term();
  return v;
}

static int eval(const char *s) {
  at = s;
  return expression();
}

static int male(int n);
static int female(int n) {
  return n == 0 ? 1 : n - male(female(n - 1));
}
static int male(int n) {
  return n == 0 ? 0 : n - female(male(n - 1));
}

int main(void) {
  printf("%d\n", eval("1+2*3"));
  printf("%d\n", eval("(1+2)*3-4/2"));
  printf("%d\n", eval("-(2-5)*-7+100/(3+4)/2"));
  for (int i = 0; i < 12; i++)
    printf("%d/%d ", female(i), male(i));
  putchar('\n');
  return eval("((((42))))");
}
