// The variables of the standard streams, which the GNU C library lets a program assign.
#include <stdio.h>

int main(void) {
  FILE *before = stdout;
  printf("%d %d\n", stdin != stdout, stdout != stderr);
  stdout = fopen("elsewhere", "w+");
  fprintf(stdout, "not seen %d\n", 1);
  rewind(stdout);
  char text[32];
  fgets(text, sizeof text, stdout);
  fclose(stdout);
  stdout = before;
  printf("%s", text);
  fflush(stdout);
  return fclose(stdout);
}
