// string.h and strings.h on generated texts.
#include "generate.h"
#include <libgen.h>
#include <strings.h>
#include <unistd.h>
#undef basename
extern char *basename(const char *);

static void search(const char *a, const char *b, size_t n) {
  printf("%zu %zu %zu %zu ", strlen(a), strnlen(a, n), strspn(a, b), strcspn(a, b));
  const int c = b[0] ? b[0] : 'x';
  printf("%ld %ld %ld %ld ", place(strchr(a, c), a), place(strrchr(a, c), a),
         place(strchrnul(a, c), a), place(strchr(a, 0), a));
  printf("%ld %ld ", place(index(a, c), a), place(rindex(a, c), a));
  printf("%ld %ld %ld ", place(strstr(a, b), a), place(strcasestr(a, b), a),
         place(strpbrk(a, b), a));
  printf("%ld %ld %ld ", place(memchr(a, c, strlen(a)), a), place(memrchr(a, c, strlen(a)), a),
         place(rawmemchr(a, 0), a));
  printf("%ld\n", place(memmem(a, strlen(a), b, strlen(b)), a));
}

static void compare(const char *a, const char *b, size_t n) {
  printf("%d %d %d %d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, n)), sign(strcasecmp(a, b)),
         sign(strncasecmp(a, b, n)), sign(strcoll(a, b)), sign(strverscmp(a, b)));
  const size_t least = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
  printf("%d %d\n", sign(memcmp(a, b, least)), bcmp(a, b, least) != 0);
}

static void copy(const char *a, const char *b, size_t n) {
  char to[128];
  memset(to, 'z', sizeof to);
  printf("%ld ", place(strcpy(to, a), to));
  showBytes(to, 48);
  printf("%ld ", place(stpcpy(to, b), to));
  showBytes(to, 48);
  printf("%ld ", place(strncpy(to, a, n), to));
  showBytes(to, 48);
  printf("%ld ", place(stpncpy(to, b, n), to));
  showBytes(to, 48);
  strcpy(to, b);
  printf("%ld ", place(strcat(to, a), to));
  printf("%ld ", place(strncat(to, b, n), to));
  showBytes(to, 80);
  printf("%ld ", place(memcpy(to, a, strlen(a)), to));
  printf("%ld ", place(mempcpy(to, b, strlen(b)), to));
  printf("%ld ", place(memmove(to + 3, to, 20), to));
  printf("%ld ", place(memccpy(to + 5, a, b[0], strlen(a)), to));
  printf("%ld ", place(memset(to + 30, (int)n, n), to));
  showBytes(to, 80);
  bcopy(to, to + 1, n);
  bzero(to + 20, n);
  explicit_bzero(to + 60, 3);
  swab(to, to + 64, (ssize_t)(n & ~1ul));
  showBytes(to, sizeof to);
  printf("%zu ", strxfrm(to, a, n));
  char *first = strdup(a), *second = strndup(a, n);
  printf("%s %s\n", first, second);
  free(first);
  free(second);
}

static void cut(const char *a, const char *b) {
  char copy1[64], copy2[64], *rest = NULL, *parts = copy2;
  strcpy(copy1, a);
  strcpy(copy2, a);
  for (char *word = strtok_r(copy1, b, &rest); word; word = strtok_r(NULL, b, &rest))
    printf("<%s>", word);
  for (char *part; (part = strsep(&parts, b));)
    printf("[%s]", part);
  strcpy(copy1, a);
  for (char *word = strtok(copy1, b); word; word = strtok(NULL, b))
    printf("(%s)", word);
  putchar('\n');
}

static void paths(void) {
  char path[64], copy[64];
  text(path, 14, "/ab./");
  printf("'%s' '%s'", path, basename(path));
  strcpy(copy, path);
  printf(" '%s'", __xpg_basename(copy));
  strcpy(copy, path);
  printf(" '%s'\n", dirname(copy));
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  for (int i = 0; i < 300; ++i) {
    char a[64], b[16];
    text(a, 30, i % 3 ? "abAB 0019." : "ab\xff\x80 ");
    text(b, 1 + pick(4), i % 2 ? "abB. 0" : "aB\xff ");
    const size_t n = pick(32);
    search(a, b, n);
    compare(a, b, n);
    copy(a, b, n);
    cut(a, b);
    paths();
    const long bits = (long)(pick(2) ? 1ull << pick(64) : pick(~0ull));
    printf("%d %d %d\n", ffs((int)bits), ffsl(bits), ffsll(bits));
  }
  for (int i = -2; i < 140; ++i) {
    char message[128];
    printf("%s %s %d\n", strerror(i), strerror_r(i, message, sizeof message),
           strerror_r(i, message, sizeof message) != NULL);
  }
  return 0;
}
