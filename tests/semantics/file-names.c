// Names and directories: stat, access, rename, unlink, mkdir, readdir, chdir.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *what, int result) {
  printf("%s: %d %s\n", what, result, result < 0 ? strerror(errno) : "");
}

static void make(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  if (!f) {
    show(name, -1);
    return;
  }
  fputs(text, f);
  fclose(f);
}

static int byName(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list(const char *name) {
  DIR *directory = opendir(name);
  if (!directory) {
    show(name, -1);
    return;
  }
  char *names[16];
  size_t count = 0;
  for (struct dirent *entry; count < 16 && (entry = readdir(directory));)
    names[count++] = strdup(entry->d_name);
  closedir(directory);
  qsort(names, count, sizeof *names, byName);
  for (size_t i = 0; i < count; ++i) {
    printf("%s ", names[i]);
    free(names[i]);
  }
  putchar('\n');
}

int main(void) {
  struct stat about;
  make("a.txt", "12345");
  show("stat", stat("a.txt", &about));
  printf("%ld %d %d\n", (long)about.st_size, S_ISREG(about.st_mode), (int)about.st_nlink);
  show("lstat", lstat("a.txt", &about));
  const int fd = open("./a.txt", O_RDONLY);
  show("fstat", fstat(fd, &about));
  close(fd);
  show("fstatat", fstatat(AT_FDCWD, "a.txt", &about, 0));
  show("stat missing", stat("b.txt", &about));
  show("stat empty", stat("", &about));
  show("stat through a file", stat("a.txt/x", &about));
  show("access", access("a.txt", R_OK | W_OK));
  show("access missing", access("b.txt", F_OK));
  show("mkdir", mkdir("sub", 0755));
  show("mkdir again", mkdir("sub", 0755));
  show("mkdir deep", mkdir("no/sub", 0755));
  make("sub/b.txt", "b");
  make("sub/../c.txt", "ccc");
  make("none/d.txt", "d");
  show("stat", stat("sub", &about));
  printf("%d\n", S_ISDIR(about.st_mode));
  list(".");
  list("sub");
  list("a.txt");
  list("missing");
  show("rename", rename("a.txt", "sub/e.txt"));
  show("rename missing", rename("a.txt", "f.txt"));
  show("rename over", rename("sub/e.txt", "c.txt"));
  stat("c.txt", &about);
  printf("%ld\n", (long)about.st_size);
  show("rmdir full", rmdir("sub"));
  show("unlink", unlink("sub/b.txt"));
  show("unlink again", unlink("sub/b.txt"));
  show("chdir", chdir("sub"));
  char path[PATH_MAX];
  printf("%s\n", strrchr(getcwd(path, sizeof path), '/'));
  make("in-sub", "");
  show("stat up", stat("../c.txt", &about));
  char *real = realpath("./../sub/in-sub", NULL);
  printf("%s\n", strrchr(real, '/'));
  free(real);
  printf("%d\n", realpath("missing", path) == NULL);
  list(".");
  show("chdir", chdir(".."));
  show("remove", remove("sub/in-sub"));
  show("remove directory", remove("sub"));
  show("rmdir", rmdir("sub"));
  show("rmdir of a file", rmdir("c.txt"));
  show("chmod", chmod("c.txt", 0644));
  umask(022);
  printf("%o\n", umask(022));
  char pattern[] = "tmp-XXXXXX";
  const int temporary = mkstemp(pattern);
  printf("%d %d\n", temporary > 2, strncmp(pattern, "tmp-", 4) == 0);
  show("fchmod", fchmod(temporary, 0600));
  close(temporary);
  unlink(pattern);
  DIR *directory = opendir(".");
  readdir(directory);
  rewinddir(directory);
  printf("%d\n", readdir(directory) != NULL);
  closedir(directory);
  return 0;
}
