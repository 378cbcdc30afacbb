// getenv and setenv, in an environment that starts empty.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static const char *shown(const char *name) {
  const char *value = getenv(name);
  return value ? value : "(none)";
}

int main(void) {
  clearenv();
  printf("%s\n", shown("HOME"));
  printf("%d %s\n", setenv("A", "1", 0), shown("A"));
  printf("%d %s\n", setenv("A", "2", 0), shown("A"));
  printf("%d %s\n", setenv("A", "3", 1), shown("A"));
  printf("%d\n", setenv("", "x", 1) == -1 && errno == EINVAL);
  printf("%d\n", setenv("a=b", "x", 1) == -1 && errno == EINVAL);
  static char text[] = "B=first";
  putenv(text);
  printf("%s\n", shown("B"));
  strcpy(text, "B=other");
  printf("%s %s\n", shown("B"), secure_getenv("B"));
  setenv("AB", "ab", 1);
  printf("%s %s\n", shown("AB"), shown("A"));
  int count = 0;
  for (char **entry = environ; *entry; ++entry)
    count += strlen(*entry) > 0;
  printf("%d\n", count);
  printf("%d %s %s\n", unsetenv("A"), shown("A"), shown("AB"));
  putenv("AB");
  printf("%s\n", shown("AB"));
  printf("%d %d\n", clearenv(), environ == NULL || !*environ);
  return 0;
}
