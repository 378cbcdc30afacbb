// A file system in memory: a disk of blocks, a bitmap of free ones, inodes, a directory, and a lock
// for each inode and each block. Two users create, write, read and delete files. Blocks are
// allocated under the lock of the inode, not of the bitmap. Bug: two files get one block.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 4, BLOCK_SIZE = 4, INODES = 2, NAME_SIZE = 4, NO_BLOCK = -1 };

struct inode {
  pthread_mutex_t mutex;
  int block;
  int size;
  int links;
};

struct entry {
  char name[NAME_SIZE];
  int inode;
  int used;
};

struct request {
  const char *name;
  char fill;
};

static char disk[BLOCKS][BLOCK_SIZE];
static pthread_mutex_t block_locks[BLOCKS];
static int is_used[BLOCKS];
static struct inode inodes[INODES];
static pthread_mutex_t directory_lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry directory[INODES];

static void format(void) {
  for (int i = 0; i < BLOCKS; ++i)
    pthread_mutex_init(&block_locks[i], 0);
  for (int i = 0; i < INODES; ++i) {
    pthread_mutex_init(&inodes[i].mutex, 0);
    inodes[i].block = NO_BLOCK;
    directory[i].inode = i;
  }
}

static void write_block(int block, const char *bytes) {
  pthread_mutex_lock(&block_locks[block]);
  memcpy(disk[block], bytes, BLOCK_SIZE);
  pthread_mutex_unlock(&block_locks[block]);
}

static void read_block(int block, char *bytes) {
  pthread_mutex_lock(&block_locks[block]);
  memcpy(bytes, disk[block], BLOCK_SIZE);
  pthread_mutex_unlock(&block_locks[block]);
}

// The bitmap has no lock of its own.
static int allocate(void) {
  for (int i = 0; i < BLOCKS; ++i)
    if (!is_used[i]) {
      is_used[i] = 1;
      return i;
    }
  return NO_BLOCK;
}

static struct inode *create(const char *name) {
  struct inode *made = 0;
  pthread_mutex_lock(&directory_lock);
  for (int i = 0; i < INODES && !made; ++i)
    if (!directory[i].used) {
      directory[i].used = 1;
      strncpy(directory[i].name, name, NAME_SIZE - 1);
      made = &inodes[directory[i].inode];
      made->links = 1;
    }
  pthread_mutex_unlock(&directory_lock);
  return made;
}

static void write_file(struct inode *inode, char fill) {
  char *buffer = malloc(BLOCK_SIZE); // Nobody else's.
  memset(buffer, fill, BLOCK_SIZE);
  pthread_mutex_lock(&inode->mutex);
  if (inode->block == NO_BLOCK)
    inode->block = allocate();
  write_block(inode->block, buffer);
  inode->size = BLOCK_SIZE;
  pthread_mutex_unlock(&inode->mutex);
  free(buffer);
}

static void check_file(struct inode *inode, char fill) {
  char *buffer = malloc(BLOCK_SIZE);
  pthread_mutex_lock(&inode->mutex);
  read_block(inode->block, buffer);
  for (int i = 0; i < inode->size; ++i)
    assert(buffer[i] == fill);
  pthread_mutex_unlock(&inode->mutex);
  free(buffer);
}

static void delete_file(struct inode *inode) {
  pthread_mutex_lock(&directory_lock);
  for (int i = 0; i < INODES; ++i)
    if (&inodes[directory[i].inode] == inode)
      directory[i].used = 0;
  inode->links = 0;
  pthread_mutex_unlock(&directory_lock);
}

static void *use(void *argument) {
  const struct request *request = argument;
  struct inode *inode = create(request->name);
  if (!inode)
    return 0;
  write_file(inode, request->fill);
  check_file(inode, request->fill);
  delete_file(inode);
  return 0;
}

int main(void) {
  struct request requests[2] = {{"a", 'x'}, {"b", 'y'}};
  pthread_t users[2];
  format();
  pthread_create(&users[0], 0, use, &requests[0]);
  pthread_create(&users[1], 0, use, &requests[1]);
  pthread_join(users[0], 0);
  pthread_join(users[1], 0);
  return 0;
}
