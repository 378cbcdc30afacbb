// open, read, write, lseek and their kin.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void show(const char *what, long result) {
  if (result < 0)
    printf("%s: %ld %s\n", what, result, strerror(errno));
  else
    printf("%s: %ld\n", what, result);
}

int main(void) {
  char text[64];
  const int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
  printf("%d\n", fd > 2);
  show("write", write(fd, "hello world", 11));
  show("lseek", lseek(fd, 6, SEEK_SET));
  show("read", read(fd, text, sizeof text));
  show("read at end", read(fd, text, sizeof text));
  show("lseek end", lseek(fd, -5, SEEK_END));
  show("lseek bad", lseek(fd, -100, SEEK_SET));
  show("pwrite", pwrite(fd, "HE", 2, 0));
  show("pread", pread(fd, text, 5, 0));
  printf("%.5s\n", text);

  const int same = dup(fd);
  show("lseek dup", lseek(same, 2, SEEK_SET));
  show("shares its place", lseek(fd, 0, SEEK_CUR));
  show("dup2", dup2(fd, 77));
  show("dup3", dup3(fd, fd, 0));
  show("close", close(77));
  show("close again", close(77));
  show("fcntl", fcntl(fd, F_GETFL) & O_ACCMODE);
  const int third = fcntl(fd, F_DUPFD, 50);
  printf("%d\n", third >= 50);
  show("close", close(third));
  show("close", close(same));

  struct iovec parts[2] = {{"ab", 2}, {"cdef", 4}};
  show("writev", writev(fd, parts, 2));
  char one[3], two[8];
  struct iovec into[2] = {{one, 3}, {two, 8}};
  lseek(fd, 0, SEEK_SET);
  show("readv", readv(fd, into, 2));
  printf("%.3s %.8s\n", one, two);
  show("ftruncate", ftruncate(fd, 4));
  show("size", lseek(fd, 0, SEEK_END));
  show("ftruncate up", ftruncate(fd, 8));
  show("pread", pread(fd, text, 10, 0));
  printf("%d %d\n", text[3], text[7]);
  show("fsync", fsync(fd));
  show("fdatasync", fdatasync(fd));
  sync();
  show("isatty", isatty(fd));
  show("close", close(fd));
  show("truncate", truncate("file", 2));

  const int again = open("file", O_WRONLY | O_APPEND);
  show("append", write(again, "zz", 2));
  show("read of a write-only", read(again, text, 1));
  close(again);
  const int reader = openat(AT_FDCWD, "file", O_RDONLY);
  show("write of a read-only", write(reader, "x", 1));
  show("read", read(reader, text, sizeof text));
  printf("%.4s\n", text);
  FILE *stream = fdopen(reader, "r");
  rewind(stream);
  printf("%c\n", fgetc(stream));
  fclose(stream);
  show("exclusive", open("file", O_CREAT | O_EXCL | O_RDWR, 0600));
  show("missing", open("missing", O_RDONLY));
  show("bad", read(500, text, 1));
  show("directory", open(".", O_WRONLY));
  const int made = creat("made", 0600);
  printf("%d\n", made > 2);
  close(made);
  const int null = open("/dev/null", O_RDWR);
  show("null", write(null, "abc", 3));
  show("null", read(null, text, 3));
  close(null);
  const int zero = open("/dev/zero", O_RDONLY);
  show("zero", read(zero, text, 3));
  printf("%d\n", text[2]);
  close(zero);
  return 0;
}
