int helper(int n) { return n; }
int main(void) { return helper(0); }
