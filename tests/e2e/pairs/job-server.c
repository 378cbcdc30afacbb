// A job server: clients hand jobs in, workers run them, results are kept in a cache; a reloader
// reads the configuration again, a reaper forgets old jobs, a reporter prints what is going on,
// and one thread writes the log.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sizes and small helpers

enum {
  WORKERS = 3,
  CLIENTS = 2,
  JOBS_PER_CLIENT = 4,
  QUEUE_SIZE = 8,
  CACHE_BUCKETS = 16,
  CACHE_MOST = 12,
  REGISTRY_SIZE = 32,
  LOG_LINES = 16,
  LOG_WIDTH = 80,
  NAME_SIZE = 24,
  RELOADS = 2,
  REPORTS = 2,
  REAPS = 3,
  JOB_AGE = 4,
};

static void die(const char *what) {
  fprintf(stderr, "job-server: %s\n", what);
  exit(2);
}

static void *take_memory(size_t size) {
  void *block = calloc(1, size);
  if (!block)
    die("out of memory");
  return block;
}

static void lock(pthread_mutex_t *mutex) {
  if (pthread_mutex_lock(mutex))
    die("cannot lock");
}

static void unlock(pthread_mutex_t *mutex) {
  if (pthread_mutex_unlock(mutex))
    die("cannot unlock");
}

static unsigned hash_of(const char *text) {
  unsigned hash = 2166136261u;
  for (; *text; ++text)
    hash = (hash ^ (unsigned char)*text) * 16777619u;
  return hash;
}

static void copy_name(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] && i + 1 < NAME_SIZE; ++i)
    to[i] = from[i];
  to[i] = '\0';
}

// The clock: counted, not measured. Whoever does something lets it go on.

static atomic_uint clock_ticks;

static unsigned now(void) {
  return atomic_load(&clock_ticks);
}

static unsigned tick(void) {
  return atomic_fetch_add(&clock_ticks, 1) + 1;
}

// The configuration: read by everybody, written by the reloader.

struct config {
  pthread_rwlock_t guard;
  unsigned generation;
  unsigned cache_most;
  unsigned job_age;
  bool keeps_failures;
  char motto[NAME_SIZE];
};

static struct config config = {
    .guard = PTHREAD_RWLOCK_INITIALIZER,
    .cache_most = CACHE_MOST,
    .job_age = JOB_AGE,
    .motto = "first things first",
};

struct config_view {
  unsigned generation;
  unsigned cache_most;
  unsigned job_age;
  bool keeps_failures;
};

static struct config_view config_now(void) {
  struct config_view view;
  pthread_rwlock_rdlock(&config.guard);
  view.generation = config.generation;
  view.cache_most = config.cache_most;
  view.job_age = config.job_age;
  view.keeps_failures = config.keeps_failures;
  pthread_rwlock_unlock(&config.guard);
  return view;
}

static void config_motto(char *to) {
  pthread_rwlock_rdlock(&config.guard);
  copy_name(to, config.motto);
  pthread_rwlock_unlock(&config.guard);
}

/// What a file would say.
struct config_text {
  const char *key;
  const char *value;
};

static const struct config_text first_reload[] = {
    {"cache_most", "6"}, {"keeps_failures", "yes"}, {"motto", "haste makes waste"}, {0, 0}};
static const struct config_text second_reload[] = {
    {"cache_most", "4"}, {"job_age", "3"}, {"keeps_failures", "no"}, {0, 0}};

static unsigned number_of(const char *text) {
  unsigned number = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    number = number * 10 + (unsigned)(*text - '0');
  return number;
}

static bool config_set(struct config *to, const char *key, const char *value) {
  if (!strcmp(key, "cache_most")) {
    unsigned most = number_of(value);
    if (most == 0)
      return false;
    to->cache_most = most;
    return true;
  }
  if (!strcmp(key, "job_age")) {
    to->job_age = number_of(value);
    return true;
  }
  if (!strcmp(key, "keeps_failures")) {
    to->keeps_failures = !strcmp(value, "yes");
    return true;
  }
  if (!strcmp(key, "motto")) {
    copy_name(to->motto, value);
    return true;
  }
  return false;
}

/// How many keys were not understood.
static unsigned config_load(const struct config_text *text) {
  unsigned strange = 0;
  pthread_rwlock_wrlock(&config.guard);
  for (; text->key; ++text)
    if (!config_set(&config, text->key, text->value))
      ++strange;
  ++config.generation;
  pthread_rwlock_unlock(&config.guard);
  return strange;
}

// The log: a ring of lines that a thread of its own prints.

struct log_line {
  unsigned at;
  char text[LOG_WIDTH];
};

static struct {
  pthread_mutex_t guard;
  pthread_cond_t filled;
  struct log_line lines[LOG_LINES];
  unsigned first;
  unsigned count;
  unsigned dropped;
  bool closed;
} journal = {.guard = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static void log_text(const char *text) {
  unsigned at = now();
  lock(&journal.guard);
  if (journal.count == LOG_LINES) {
    // Rather lose a line than make a worker wait for a terminal.
    ++journal.dropped;
  } else {
    struct log_line *line = &journal.lines[(journal.first + journal.count) % LOG_LINES];
    line->at = at;
    size_t i = 0;
    for (; text[i] && i + 1 < LOG_WIDTH; ++i)
      line->text[i] = text[i];
    line->text[i] = '\0';
    ++journal.count;
    pthread_cond_signal(&journal.filled);
  }
  unlock(&journal.guard);
}

static void log_about(const char *what, const char *name, unsigned number) {
  char text[LOG_WIDTH];
  snprintf(text, sizeof text, "%s %s %u", what, name, number);
  log_text(text);
}

static void log_close(void) {
  lock(&journal.guard);
  journal.closed = true;
  pthread_cond_broadcast(&journal.filled);
  unlock(&journal.guard);
}

/// False when the log is closed and empty.
static bool log_next(struct log_line *line) {
  lock(&journal.guard);
  while (journal.count == 0 && !journal.closed)
    pthread_cond_wait(&journal.filled, &journal.guard);
  bool found = journal.count > 0;
  if (found) {
    *line = journal.lines[journal.first];
    journal.first = (journal.first + 1) % LOG_LINES;
    --journal.count;
  }
  unlock(&journal.guard);
  return found;
}

static void *run_log(void *unused) {
  (void)unused;
  struct log_line line;
  unsigned printed = 0;
  while (log_next(&line)) {
    fprintf(stderr, "[%u] %s\n", line.at, line.text);
    ++printed;
  }
  return (void *)(uintptr_t)printed;
}

// Jobs

enum job_kind { JOB_SUM, JOB_PRIMES, JOB_COUNT, JOB_KINDS };
enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_FORGOTTEN };

struct job {
  unsigned id;
  enum job_kind kind;
  unsigned argument;
  char name[NAME_SIZE];
  unsigned born;

  pthread_mutex_t guard; ///< Of what follows.
  pthread_cond_t finished;
  enum job_state state;
  unsigned result;
  unsigned references;
};

static struct job *job_make(unsigned id, enum job_kind kind, unsigned argument,
                            const char *client) {
  struct job *job = take_memory(sizeof *job);
  job->id = id;
  job->kind = kind;
  job->argument = argument;
  job->born = tick();
  snprintf(job->name, sizeof job->name, "%s/%u", client, id);
  pthread_mutex_init(&job->guard, NULL);
  pthread_cond_init(&job->finished, NULL);
  job->state = JOB_QUEUED;
  job->references = 1;
  return job;
}

static struct job *job_share(struct job *job) {
  lock(&job->guard);
  ++job->references;
  unlock(&job->guard);
  return job;
}

static void job_release(struct job *job) {
  lock(&job->guard);
  bool last = --job->references == 0;
  unlock(&job->guard);
  if (!last)
    return;
  pthread_cond_destroy(&job->finished);
  pthread_mutex_destroy(&job->guard);
  free(job);
}

static bool job_begin(struct job *job) {
  lock(&job->guard);
  bool begins = job->state == JOB_QUEUED;
  if (begins)
    job->state = JOB_RUNNING;
  unlock(&job->guard);
  return begins;
}

static void job_finish(struct job *job, bool worked, unsigned result) {
  lock(&job->guard);
  job->state = worked ? JOB_DONE : JOB_FAILED;
  job->result = result;
  pthread_cond_broadcast(&job->finished);
  unlock(&job->guard);
}

static bool job_wait(struct job *job, unsigned *result) {
  lock(&job->guard);
  while (job->state == JOB_QUEUED || job->state == JOB_RUNNING)
    pthread_cond_wait(&job->finished, &job->guard);
  bool worked = job->state == JOB_DONE;
  *result = job->result;
  unlock(&job->guard);
  return worked;
}

static bool job_is_over(struct job *job) {
  lock(&job->guard);
  bool over = job->state == JOB_DONE || job->state == JOB_FAILED;
  unlock(&job->guard);
  return over;
}

// What jobs do

static unsigned sum_up_to(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 1; i <= n; ++i)
    sum += i;
  return sum;
}

static bool is_prime(unsigned n) {
  if (n < 2)
    return false;
  for (unsigned i = 2; i * i <= n; ++i)
    if (n % i == 0)
      return false;
  return true;
}

static unsigned primes_below(unsigned n) {
  unsigned count = 0;
  for (unsigned i = 2; i < n; ++i)
    count += is_prime(i);
  return count;
}

static unsigned count_letters(const char *text) {
  unsigned counts[26] = {0};
  unsigned distinct = 0;
  for (; *text; ++text)
    if (*text >= 'a' && *text <= 'z' && counts[*text - 'a']++ == 0)
      ++distinct;
  return distinct;
}

static bool work_out(const struct job *job, unsigned *result) {
  switch (job->kind) {
  case JOB_SUM:
    *result = sum_up_to(job->argument);
    return true;
  case JOB_PRIMES:
    *result = primes_below(job->argument);
    return true;
  case JOB_COUNT: {
    char motto[NAME_SIZE];
    config_motto(motto);
    *result = count_letters(motto);
    return true;
  }
  case JOB_KINDS:
    break;
  }
  return false;
}

// Statistics

struct kind_numbers {
  unsigned finished;
  unsigned failed;
  unsigned from_cache;
  unsigned ticks;
};

static struct {
  pthread_mutex_t guard;
  struct kind_numbers kinds[JOB_KINDS];
  unsigned evictions;
  unsigned forgotten;
  unsigned reports;
  unsigned last_job; ///< The one that was finished last.
  unsigned longest;  ///< Ticks that a job took.
} statistics = {.guard = PTHREAD_MUTEX_INITIALIZER};

static void statistics_finished(const struct job *job, bool worked, bool cached) {
  unsigned taken = tick() - job->born;
  lock(&statistics.guard);
  struct kind_numbers *numbers = &statistics.kinds[job->kind];
  if (worked)
    ++numbers->finished;
  else
    ++numbers->failed;
  if (cached)
    ++numbers->from_cache;
  numbers->ticks += taken;
  if (taken > statistics.longest)
    statistics.longest = taken;
  unlock(&statistics.guard);
  statistics.last_job = job->id;
}

static void statistics_evicted(void) {
  lock(&statistics.guard);
  ++statistics.evictions;
  unlock(&statistics.guard);
}

static void statistics_forgotten(unsigned count) {
  lock(&statistics.guard);
  statistics.forgotten += count;
  unlock(&statistics.guard);
}

static unsigned statistics_all(void) {
  unsigned sum = 0;
  lock(&statistics.guard);
  for (int kind = 0; kind < JOB_KINDS; ++kind)
    sum += statistics.kinds[kind].finished + statistics.kinds[kind].failed;
  unlock(&statistics.guard);
  return sum;
}

static void statistics_report(char *to, size_t size) {
  unsigned finished = 0;
  unsigned failed = 0;
  unsigned cached = 0;
  lock(&statistics.guard);
  for (int kind = 0; kind < JOB_KINDS; ++kind) {
    finished += statistics.kinds[kind].finished;
    failed += statistics.kinds[kind].failed;
    cached += statistics.kinds[kind].from_cache;
  }
  ++statistics.reports;
  snprintf(to, size, "%u done, %u failed, %u cached, %u evicted, last %u, longest %u", finished,
           failed, cached, statistics.evictions, statistics.last_job, statistics.longest);
  unlock(&statistics.guard);
}

// The queue: bounded, with two conditions.

static struct {
  pthread_mutex_t guard;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  struct job *jobs[QUEUE_SIZE];
  unsigned first;
  unsigned count;
  bool closed;
} queue = {.guard = PTHREAD_MUTEX_INITIALIZER,
           .not_empty = PTHREAD_COND_INITIALIZER,
           .not_full = PTHREAD_COND_INITIALIZER};

static bool queue_put(struct job *job) {
  lock(&queue.guard);
  while (queue.count == QUEUE_SIZE && !queue.closed)
    pthread_cond_wait(&queue.not_full, &queue.guard);
  bool put = !queue.closed;
  if (put) {
    queue.jobs[(queue.first + queue.count) % QUEUE_SIZE] = job;
    ++queue.count;
    pthread_cond_signal(&queue.not_empty);
  }
  unlock(&queue.guard);
  return put;
}

/// Null when the queue is closed and empty.
static struct job *queue_take(void) {
  struct job *job = NULL;
  lock(&queue.guard);
  while (queue.count == 0 && !queue.closed)
    pthread_cond_wait(&queue.not_empty, &queue.guard);
  if (queue.count > 0) {
    job = queue.jobs[queue.first];
    queue.jobs[queue.first] = NULL;
    queue.first = (queue.first + 1) % QUEUE_SIZE;
    --queue.count;
    pthread_cond_signal(&queue.not_full);
  }
  unlock(&queue.guard);
  return job;
}

static void queue_close(void) {
  lock(&queue.guard);
  queue.closed = true;
  pthread_cond_broadcast(&queue.not_empty);
  pthread_cond_broadcast(&queue.not_full);
  unlock(&queue.guard);
}

// The registry: all jobs that somebody may still ask for, by their number.

static struct {
  pthread_mutex_t guard;
  struct job *jobs[REGISTRY_SIZE];
  unsigned next_id;
  unsigned without_result; ///< Jobs whose result has left the cache.
} registry = {.guard = PTHREAD_MUTEX_INITIALIZER, .next_id = 1};

static unsigned registry_number(void) {
  lock(&registry.guard);
  unsigned id = registry.next_id++;
  unlock(&registry.guard);
  return id;
}

static bool registry_add(struct job *job) {
  bool added = false;
  lock(&registry.guard);
  for (unsigned i = 0; i < REGISTRY_SIZE && !added; ++i) {
    unsigned slot = (job->id + i) % REGISTRY_SIZE;
    if (registry.jobs[slot])
      continue;
    registry.jobs[slot] = job_share(job);
    added = true;
  }
  unlock(&registry.guard);
  return added;
}

static struct job *registry_find(unsigned id) {
  struct job *found = NULL;
  lock(&registry.guard);
  for (unsigned i = 0; i < REGISTRY_SIZE && !found; ++i) {
    struct job *job = registry.jobs[(id + i) % REGISTRY_SIZE];
    if (job && job->id == id)
      found = job_share(job);
  }
  unlock(&registry.guard);
  return found;
}

static void registry_lost_result(void) {
  lock(&registry.guard);
  ++registry.without_result;
  unlock(&registry.guard);
}

// The cache: results by kind and argument, the least used goes first.

struct entry {
  struct entry *next;  ///< In its bucket.
  struct entry *older; ///< In the order of their use.
  struct entry *newer;
  enum job_kind kind;
  unsigned argument;
  unsigned result;
  unsigned generation; ///< Of the configuration it was worked out with.
};

static struct {
  pthread_mutex_t guard;
  struct entry *buckets[CACHE_BUCKETS];
  struct entry *oldest;
  struct entry *newest;
  unsigned count;
  unsigned hits;
  unsigned misses;
} cache = {.guard = PTHREAD_MUTEX_INITIALIZER};

static unsigned cache_bucket(enum job_kind kind, unsigned argument) {
  char key[NAME_SIZE];
  snprintf(key, sizeof key, "%d:%u", (int)kind, argument);
  return hash_of(key) % CACHE_BUCKETS;
}

static struct entry **cache_place(enum job_kind kind, unsigned argument) {
  struct entry **place = &cache.buckets[cache_bucket(kind, argument)];
  while (*place && !((*place)->kind == kind && (*place)->argument == argument))
    place = &(*place)->next;
  return place;
}

static void cache_unlink(struct entry *entry) {
  if (entry->older)
    entry->older->newer = entry->newer;
  else
    cache.oldest = entry->newer;
  if (entry->newer)
    entry->newer->older = entry->older;
  else
    cache.newest = entry->older;
  entry->older = entry->newer = NULL;
}

static void cache_append(struct entry *entry) {
  entry->older = cache.newest;
  entry->newer = NULL;
  if (cache.newest)
    cache.newest->newer = entry;
  else
    cache.oldest = entry;
  cache.newest = entry;
}

static bool cache_get(enum job_kind kind, unsigned argument, unsigned generation,
                      unsigned *result) {
  lock(&cache.guard);
  struct entry *entry = *cache_place(kind, argument);
  bool found = entry && entry->generation == generation;
  if (found) {
    *result = entry->result;
    cache_unlink(entry);
    cache_append(entry);
    ++cache.hits;
  } else {
    ++cache.misses;
  }
  unlock(&cache.guard);
  return found;
}

/// With the cache locked.
static void cache_remove(struct entry *entry) {
  struct entry **place = cache_place(entry->kind, entry->argument);
  *place = entry->next;
  cache_unlink(entry);
  --cache.count;
  free(entry);
}

/// With the cache locked.
static void cache_evict(unsigned most) {
  while (cache.count > most && cache.oldest) {
    cache_remove(cache.oldest);
    statistics_evicted();
    registry_lost_result();
  }
}

static void cache_put(enum job_kind kind, unsigned argument, unsigned result,
                      const struct config_view *view) {
  lock(&cache.guard);
  struct entry **place = cache_place(kind, argument);
  struct entry *entry = *place;
  if (!entry) {
    entry = take_memory(sizeof *entry);
    entry->kind = kind;
    entry->argument = argument;
    *place = entry;
    ++cache.count;
  } else {
    cache_unlink(entry);
  }
  entry->result = result;
  entry->generation = view->generation;
  cache_append(entry);
  cache_evict(view->cache_most);
  unlock(&cache.guard);
}

/// Forgets what was worked out for a job.
static bool cache_drop(enum job_kind kind, unsigned argument) {
  lock(&cache.guard);
  struct entry *entry = *cache_place(kind, argument);
  if (entry)
    cache_remove(entry);
  unlock(&cache.guard);
  return entry != NULL;
}

static void cache_clear(void) {
  lock(&cache.guard);
  while (cache.oldest)
    cache_remove(cache.oldest);
  unlock(&cache.guard);
}

static unsigned cache_ratio(void) {
  lock(&cache.guard);
  unsigned asked = cache.hits + cache.misses;
  unsigned ratio = asked ? 100 * cache.hits / asked : 0;
  unlock(&cache.guard);
  return ratio;
}

// Forgetting: jobs that are over and old leave the registry, and what the cache has of them.

static bool is_old(const struct job *job, unsigned age) {
  return now() - job->born > age;
}

static unsigned registry_expire(const struct config_view *view) {
  unsigned count = 0;
  lock(&registry.guard);
  for (unsigned slot = 0; slot < REGISTRY_SIZE; ++slot) {
    struct job *job = registry.jobs[slot];
    if (!job || !is_old(job, view->job_age) || !job_is_over(job))
      continue;
    registry.jobs[slot] = NULL;
    if (cache_drop(job->kind, job->argument))
      ++registry.without_result;
    job_release(job);
    ++count;
  }
  unlock(&registry.guard);
  return count;
}

static unsigned registry_clear(void) {
  struct job *left[REGISTRY_SIZE];
  unsigned count = 0;
  lock(&registry.guard);
  for (unsigned slot = 0; slot < REGISTRY_SIZE; ++slot) {
    if (registry.jobs[slot])
      left[count++] = registry.jobs[slot];
    registry.jobs[slot] = NULL;
  }
  unlock(&registry.guard);
  for (unsigned i = 0; i < count; ++i)
    job_release(left[i]);
  return count;
}

// Workers

struct worker {
  pthread_t thread;
  unsigned number;
  unsigned jobs;   ///< Its own business until it has ended.
  unsigned failed;
  unsigned cached;
};

static struct worker workers[WORKERS];
static sem_t workers_ready;

static void worker_run(struct worker *worker, struct job *job) {
  struct config_view view = config_now();
  unsigned result = 0;
  bool cached = cache_get(job->kind, job->argument, view.generation, &result);
  bool worked = cached || work_out(job, &result);
  if (!cached && (worked || view.keeps_failures))
    cache_put(job->kind, job->argument, result, &view);
  job_finish(job, worked, result);
  statistics_finished(job, worked, cached);
  log_about(worked ? "done" : "failed", job->name, result);
  ++worker->jobs;
  worker->cached += cached;
  worker->failed += !worked;
}

static void *run_worker(void *argument) {
  struct worker *worker = argument;
  sem_post(&workers_ready);
  for (;;) {
    struct job *job = queue_take();
    if (!job)
      break;
    if (job_begin(job))
      worker_run(worker, job);
    job_release(job);
  }
  log_about("worker", "leaves", worker->number);
  return NULL;
}

static void start_workers(void) {
  sem_init(&workers_ready, 0, 0);
  for (unsigned i = 0; i < WORKERS; ++i) {
    workers[i].number = i + 1;
    if (pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]))
      die("cannot start a worker");
  }
  for (unsigned i = 0; i < WORKERS; ++i)
    sem_wait(&workers_ready);
}

static unsigned stop_workers(void) {
  unsigned jobs = 0;
  queue_close();
  for (unsigned i = 0; i < WORKERS; ++i)
    pthread_join(workers[i].thread, NULL);
  for (unsigned i = 0; i < WORKERS; ++i)
    jobs += workers[i].jobs;
  sem_destroy(&workers_ready);
  return jobs;
}

// Clients

struct client {
  pthread_t thread;
  char name[NAME_SIZE];
  unsigned seed;
  unsigned handed_in;
  unsigned refused;
  unsigned answers;
};

static struct client clients[CLIENTS];

static unsigned client_random(struct client *client) {
  client->seed = client->seed * 1103515245u + 12345u;
  return client->seed >> 16 & 0x7fff;
}

static unsigned client_submit(struct client *client) {
  enum job_kind kind = client_random(client) % JOB_KINDS;
  unsigned argument = client_random(client) % 10;
  struct job *job = job_make(registry_number(), kind, argument, client->name);
  unsigned id = job->id;
  if (!registry_add(job)) {
    log_about("no room for", job->name, id);
    job_release(job);
    return 0;
  }
  log_about("queued", job->name, argument);
  if (!queue_put(job)) {
    job_release(job);
    return 0;
  }
  return id;
}

static void client_ask(struct client *client, unsigned id) {
  struct job *job = registry_find(id);
  if (!job)
    return; // Forgotten in the meantime.
  unsigned result = 0;
  if (job_wait(job, &result))
    ++client->answers;
  job_release(job);
}

static void *run_client(void *argument) {
  struct client *client = argument;
  unsigned ids[JOBS_PER_CLIENT];
  unsigned count = 0;
  for (unsigned i = 0; i < JOBS_PER_CLIENT; ++i) {
    unsigned id = client_submit(client);
    if (id) {
      ids[count++] = id;
      ++client->handed_in;
    } else {
      ++client->refused;
    }
  }
  for (unsigned i = 0; i < count; ++i)
    client_ask(client, ids[i]);
  return NULL;
}

static void start_clients(void) {
  for (unsigned i = 0; i < CLIENTS; ++i) {
    snprintf(clients[i].name, sizeof clients[i].name, "client%u", i + 1);
    clients[i].seed = i + 1;
    if (pthread_create(&clients[i].thread, NULL, run_client, &clients[i]))
      die("cannot start a client");
  }
}

static unsigned wait_for_clients(void) {
  unsigned handed_in = 0;
  for (unsigned i = 0; i < CLIENTS; ++i) {
    pthread_join(clients[i].thread, NULL);
    handed_in += clients[i].handed_in;
  }
  return handed_in;
}

// What goes on beside: reloading, reaping, reporting

static atomic_bool stopping;

static void *run_reloader(void *unused) {
  (void)unused;
  static const struct config_text *const texts[RELOADS] = {first_reload, second_reload};
  for (unsigned i = 0; i < RELOADS && !atomic_load(&stopping); ++i) {
    unsigned strange = config_load(texts[i]);
    if (strange)
      log_about("strange keys in", "configuration", strange);
    struct config_view view = config_now();
    log_about("configuration", "generation", view.generation);
  }
  return NULL;
}

static void *run_reaper(void *unused) {
  (void)unused;
  for (unsigned i = 0; i < REAPS && !atomic_load(&stopping); ++i) {
    struct config_view view = config_now();
    unsigned count = registry_expire(&view);
    if (count)
      statistics_forgotten(count);
    tick();
  }
  return NULL;
}

static void *run_reporter(void *unused) {
  (void)unused;
  char text[LOG_WIDTH];
  for (unsigned i = 0; i < REPORTS && !atomic_load(&stopping); ++i) {
    statistics_report(text, sizeof text);
    log_text(text);
    log_about("cache hits in", "percent", cache_ratio());
  }
  return NULL;
}

// All together

struct service {
  const char *name;
  void *(*run)(void *);
  pthread_t thread;
};

static struct service services[] = {
    {"reloader", run_reloader, 0},
    {"reaper", run_reaper, 0},
    {"reporter", run_reporter, 0},
};
enum { SERVICES = sizeof services / sizeof *services };

static void start_services(void) {
  for (unsigned i = 0; i < SERVICES; ++i)
    if (pthread_create(&services[i].thread, NULL, services[i].run, NULL))
      die(services[i].name);
}

static void stop_services(void) {
  atomic_store(&stopping, true);
  for (unsigned i = 0; i < SERVICES; ++i)
    pthread_join(services[i].thread, NULL);
}

int main(void) {
  pthread_t logger;
  if (pthread_create(&logger, NULL, run_log, NULL))
    die("cannot start the log");
  log_text("starting");
  start_workers();
  start_services();
  start_clients();

  unsigned handed_in = wait_for_clients();
  unsigned done = stop_workers();
  stop_services();

  char text[LOG_WIDTH];
  statistics_report(text, sizeof text);
  log_text(text);
  log_about("jobs", "left", registry_clear());
  cache_clear();
  log_close();
  void *printed = NULL;
  pthread_join(logger, &printed);

  assert(done == handed_in);
  assert(statistics_all() == done);
  printf("%u jobs, %u lines of log, %u lost\n", done, (unsigned)(uintptr_t)printed,
         journal.dropped);
  return 0;
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// Written before the tool saw it. The reaper takes the registry and then the cache; a worker that
// makes room in the cache takes the cache and then the registry:
// CHECK: possible deadlock:
// CHECK-NEXT: T4 run_reaper holds registry since {{.*}}:712:3, and wants cache at {{.*}}:681:3
// CHECK-NEXT: T2 run_worker holds cache since {{.*}}:660:3, and wants registry at {{.*}}:561:3
// Which job was finished last is noted when the lock has been given back:
// CHECK: {{^}}statistics.last_job: 3 pairs, 3 unprotected
// CHECK-DAG: :425:23 {{.*}}T2 run_worker {{.*}}writes
// CHECK-DAG: :461:61 {{.*}}T5 run_reporter {{.*}}reads, {{.*}}holds statistics
// CHECK: statistics.longest: 4 pairs (4 protected, not shown)
// CHECK: 1 possible deadlock
