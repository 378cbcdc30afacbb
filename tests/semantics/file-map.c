// mmap of nothing and of files, private and shared.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d %d %d\n", pages != MAP_FAILED, pages[0], pages[8191]);
  pages[5000] = 7;
  printf("%d %d\n", pages[5000], (int)((size_t)pages % 4096));
  printf("%d %d\n", mprotect(pages, 8192, PROT_READ), madvise(pages, 8192, MADV_NORMAL));
  printf("%d %d\n", mlock(pages, 1) <= 0, munlock(pages, 1) <= 0);
  printf("%d\n", munmap(pages, 8192));

  const int fd = open("mapped", O_RDWR | O_CREAT | O_TRUNC, 0644);
  write(fd, "hello", 5);
  char *copy = mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  printf("%.5s\n", copy);
  copy[0] = 'j';
  munmap(copy, 5);
  char text[8] = "";
  pread(fd, text, 5, 0);
  printf("%s\n", text);
  char *shared = mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  memcpy(shared, "HE", 2);
  printf("%d\n", msync(shared, 5, MS_SYNC));
  pread(fd, text, 5, 0);
  printf("%s\n", text);
  shared[4] = '!';
  close(fd);
  munmap(shared, 5);
  FILE *f = fopen("mapped", "r");
  printf("%s\n", fgets(text, sizeof text, f));
  fclose(f);
  printf("%d %d\n", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED,
         mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 99, 0) == MAP_FAILED);
  return 0;
}
