int total;

static int helper(void) { return 2; }

void *add(void *unused) {
  total += helper();
  return unused;
}
