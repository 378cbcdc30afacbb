// The environment (stdlib.h). It is empty when a program starts. One lock, as in the C library:
// changing it in one thread while another reads it is no race of the calls, only of the texts.
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *nothing[1];
char **environ = nothing;
extern char **__environ __attribute__((alias("environ")));
static char **owned; // The array, if it is one of ours.
static int turn;

static char **find(const char *name, size_t length) {
  for (char **entry = environ; entry && *entry; ++entry)
    if (!strncmp(*entry, name, length) && (*entry)[length] == '=')
      return entry;
  return NULL;
}

char *getenv(const char *name) {
  enter(&turn);
  const size_t length = strlen(name);
  char **entry = length ? find(name, length) : NULL;
  char *value = entry ? *entry + length + 1 : NULL;
  leave(&turn);
  return value;
}
char *secure_getenv(const char *name) {
  return getenv(name);
}

static int isName(const char *name) {
  if (name && *name && !strchr(name, '='))
    return 1;
  errno = EINVAL;
  return 0;
}

// `text` is NAME=VALUE.
static void put(char *text, size_t length) {
  char **entry = find(text, length);
  if (entry) {
    *entry = text;
    return;
  }
  size_t count = 0;
  while (environ && environ[count])
    ++count;
  char **larger = malloc((count + 2) * sizeof *larger);
  if (!larger)
    abort();
  for (size_t i = 0; i < count; ++i)
    larger[i] = environ[i];
  larger[count] = text;
  larger[count + 1] = NULL;
  if (owned == environ)
    free(owned);
  environ = owned = larger;
}

int setenv(const char *name, const char *value, int overwrite) {
  if (!isName(name))
    return -1;
  const size_t length = strlen(name), size = strlen(value) + 1;
  enter(&turn);
  if (overwrite || !find(name, length)) {
    // Never freed: somebody may still hold what getenv gave.
    char *text = malloc(length + 1 + size);
    if (!text)
      abort();
    memcpy(text, name, length);
    text[length] = '=';
    memcpy(text + length + 1, value, size);
    put(text, length);
  }
  leave(&turn);
  return 0;
}

int unsetenv(const char *name) {
  if (!isName(name))
    return -1;
  enter(&turn);
  for (char **entry; (entry = find(name, strlen(name)));)
    do
      entry[0] = entry[1];
    while (*entry++);
  leave(&turn);
  return 0;
}

int putenv(char *text) {
  const char *equals = strchr(text, '=');
  if (!equals)
    return unsetenv(text);
  enter(&turn);
  put(text, (size_t)(equals - text));
  leave(&turn);
  return 0;
}

int clearenv(void) {
  enter(&turn);
  environ = NULL;
  leave(&turn);
  return 0;
}
