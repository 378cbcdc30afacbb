// The names with 64, which programs with large files get.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char text[8] = "";
  const int fd = open64("file", O_RDWR | O_CREAT, 0600);
  printf("%zd %zd\n", pwrite64(fd, "hello", 5, 0), pread64(fd, text, 3, 1));
  printf("%s %ld %d\n", text, (long)lseek64(fd, 0, SEEK_END), ftruncate64(fd, 4));
  struct stat64 about;
  printf("%d %ld\n", fstat64(fd, &about), (long)about.st_size);
  printf("%d %d\n", stat64("file", &about), lstat64("file", &about));
  char *mapped = mmap64(NULL, 4, PROT_READ, MAP_PRIVATE, fd, 0);
  printf("%.4s %d\n", mapped, posix_madvise(mapped, 4, POSIX_MADV_NORMAL));
  munmap(mapped, 4);
  close(fd);
  FILE *f = fopen64("file", "r+");
  printf("%d %ld\n", fseeko64(f, 2, SEEK_SET), (long)ftello64(f));
  f = freopen64("file", "r", f);
  printf("%c\n", fgetc(f));
  FILE *g = tmpfile64();
  fputc('x', g);
  printf("%ld\n", ftell(g));
  printf("%d\n", fcloseall());
  DIR *directory = opendir(".");
  printf("%d\n", readdir64(directory) != NULL);
  closedir(directory);
  return 0;
}
