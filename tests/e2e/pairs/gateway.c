// A gateway for sensors: receivers decode frames, a router hands readings to the devices that they
// are of, evaluators hold them to rules and raise alerts, a publisher sends what was collected, a
// maintainer loads new rules and takes silent devices off, and a console prints what is going on.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  RECEIVERS = 2,
  EVALUATORS = 2,
  FRAMES_PER_RECEIVER = 6,
  FRAME_SIZE = 16,
  CHANNEL_SIZE = 4,
  DEVICES = 8,
  HISTORY = 4,
  RULES = 4,
  ALERTS = 16,
  OUTBOX = 8,
  NAME_SIZE = 16,
  LINE_SIZE = 96,
  MAINTENANCES = 2,
  REPORTS = 2,
  SILENT_AFTER = 8,
};

// --- small helpers

static void give_up(const char *what) {
  fprintf(stderr, "gateway: %s\n", what);
  exit(2);
}

static void *new_memory(size_t size) {
  void *memory = calloc(1, size);
  if (!memory)
    give_up("no memory");
  return memory;
}

static void enter(pthread_mutex_t *mutex) {
  if (pthread_mutex_lock(mutex) != 0)
    give_up("a lock cannot be taken");
}

static void leave(pthread_mutex_t *mutex) {
  if (pthread_mutex_unlock(mutex) != 0)
    give_up("a lock cannot be released");
}

static uint32_t checksum_of(const uint8_t *bytes, size_t size) {
  uint32_t sum = 17;
  for (size_t i = 0; i < size; ++i)
    sum = sum * 31 + bytes[i];
  return sum & 0xFF;
}

static int clamp(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

// --- settings, fixed before anything starts

struct settings {
  char site[NAME_SIZE];
  int receivers;
  int frames;
  int silent_after;
  bool verbose;
};

static struct settings settings;

static void read_settings(void) {
  strcpy(settings.site, "north");
  settings.receivers = RECEIVERS;
  settings.frames = FRAMES_PER_RECEIVER;
  settings.silent_after = SILENT_AFTER;
  settings.verbose = false;
}

// --- time, counted in readings

static atomic_uint ticks;

static unsigned now(void) {
  return atomic_load(&ticks);
}

static void tick(void) {
  atomic_fetch_add(&ticks, 1);
}

// --- what is counted

struct counters {
  pthread_mutex_t mutex;
  unsigned received;
  unsigned broken;
  unsigned routed;
  unsigned alerts;
  unsigned published;
  unsigned dropped;
};

static struct counters counters = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void count(unsigned *which) {
  enter(&counters.mutex);
  ++*which;
  leave(&counters.mutex);
}

static struct counters snapshot(void) {
  struct counters copy;
  enter(&counters.mutex);
  copy.received = counters.received;
  copy.broken = counters.broken;
  copy.routed = counters.routed;
  copy.alerts = counters.alerts;
  copy.published = counters.published;
  copy.dropped = counters.dropped;
  leave(&counters.mutex);
  return copy;
}

// --- the log: lines that the console prints

struct journal {
  pthread_mutex_t mutex;
  char lines[8][LINE_SIZE];
  unsigned first;
  unsigned used;
};

static struct journal journal = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void note(const char *format, ...) {
  char line[LINE_SIZE];
  va_list values;
  va_start(values, format);
  vsnprintf(line, sizeof line, format, values);
  va_end(values);
  enter(&journal.mutex);
  if (journal.used == 8) {
    journal.first = (journal.first + 1) % 8;
    --journal.used;
  }
  strcpy(journal.lines[(journal.first + journal.used) % 8], line);
  ++journal.used;
  leave(&journal.mutex);
}

static bool next_line(char *into) {
  bool is_there = false;
  enter(&journal.mutex);
  if (journal.used) {
    strcpy(into, journal.lines[journal.first]);
    journal.first = (journal.first + 1) % 8;
    --journal.used;
    is_there = true;
  }
  leave(&journal.mutex);
  return is_there;
}

// --- frames, as they come in

struct frame {
  uint8_t bytes[FRAME_SIZE];
  size_t size;
};

enum field { FIELD_DEVICE = 0, FIELD_KIND = 1, FIELD_HIGH = 2, FIELD_LOW = 3, FIELD_SUM = 4 };

enum kind { KIND_TEMPERATURE = 1, KIND_PRESSURE = 2, KIND_HELLO = 3 };

static void make_frame(struct frame *frame, int device, enum kind kind, int value) {
  frame->bytes[FIELD_DEVICE] = (uint8_t)device;
  frame->bytes[FIELD_KIND] = (uint8_t)kind;
  frame->bytes[FIELD_HIGH] = (uint8_t)(value >> 8);
  frame->bytes[FIELD_LOW] = (uint8_t)value;
  frame->bytes[FIELD_SUM] = (uint8_t)checksum_of(frame->bytes, FIELD_SUM);
  frame->size = FIELD_SUM + 1;
}

struct reading {
  int device;
  enum kind kind;
  int value;
  unsigned at;
  struct reading *next;
};

static struct reading *decode(const struct frame *frame) {
  if (frame->size != FIELD_SUM + 1)
    return NULL;
  if (frame->bytes[FIELD_SUM] != checksum_of(frame->bytes, FIELD_SUM))
    return NULL;
  if (frame->bytes[FIELD_DEVICE] >= DEVICES)
    return NULL;
  struct reading *reading = new_memory(sizeof *reading);
  reading->device = frame->bytes[FIELD_DEVICE];
  reading->kind = (enum kind)frame->bytes[FIELD_KIND];
  reading->value = frame->bytes[FIELD_HIGH] << 8 | frame->bytes[FIELD_LOW];
  reading->at = now();
  return reading;
}

// --- channels between threads

struct channel {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct reading *slots[CHANNEL_SIZE];
  unsigned first;
  unsigned used;
  unsigned senders;
};

static struct channel incoming;  // From receivers to the router.
static struct channel evaluated; // From the router to evaluators.

static void open_channel(struct channel *channel, unsigned senders) {
  memset(channel, 0, sizeof *channel);
  pthread_mutex_init(&channel->mutex, NULL);
  pthread_cond_init(&channel->changed, NULL);
  channel->senders = senders;
}

static void send(struct channel *channel, struct reading *reading) {
  enter(&channel->mutex);
  while (channel->used == CHANNEL_SIZE)
    pthread_cond_wait(&channel->changed, &channel->mutex);
  channel->slots[(channel->first + channel->used) % CHANNEL_SIZE] = reading;
  ++channel->used;
  pthread_cond_broadcast(&channel->changed);
  leave(&channel->mutex);
}

// Gives up rather than wait.
static bool offer(struct channel *channel, struct reading *reading) {
  bool is_taken = false;
  enter(&channel->mutex);
  if (channel->used < CHANNEL_SIZE) {
    channel->slots[(channel->first + channel->used) % CHANNEL_SIZE] = reading;
    ++channel->used;
    is_taken = true;
    pthread_cond_broadcast(&channel->changed);
  }
  leave(&channel->mutex);
  return is_taken;
}

// Null when nobody sends any more.
static struct reading *receive(struct channel *channel) {
  struct reading *reading = NULL;
  enter(&channel->mutex);
  while (channel->used == 0 && channel->senders > 0)
    pthread_cond_wait(&channel->changed, &channel->mutex);
  if (channel->used > 0) {
    reading = channel->slots[channel->first];
    channel->first = (channel->first + 1) % CHANNEL_SIZE;
    --channel->used;
    pthread_cond_broadcast(&channel->changed);
  }
  leave(&channel->mutex);
  return reading;
}

static void stop_sending(struct channel *channel) {
  enter(&channel->mutex);
  --channel->senders;
  pthread_cond_broadcast(&channel->changed);
  leave(&channel->mutex);
}

static void close_channel(struct channel *channel) {
  for (; channel->used > 0; --channel->used) {
    free(channel->slots[channel->first]);
    channel->first = (channel->first + 1) % CHANNEL_SIZE;
  }
  pthread_cond_destroy(&channel->changed);
  pthread_mutex_destroy(&channel->mutex);
}

// --- devices, each under its own lock

struct device {
  pthread_mutex_t mutex;
  char name[NAME_SIZE];
  bool is_known;
  unsigned last_heard;
  int history[HISTORY];
  unsigned readings;
  int offset; // Of its sensor.
  unsigned rules_seen;
};

static struct device devices[DEVICES];

static void make_devices(void) {
  for (int i = 0; i < DEVICES; ++i) {
    pthread_mutex_init(&devices[i].mutex, NULL);
    snprintf(devices[i].name, NAME_SIZE, "device-%d", i);
  }
}

static void greet(struct device *device, const struct reading *reading) {
  enter(&device->mutex);
  device->is_known = true;
  device->last_heard = reading->at;
  device->offset = reading->value;
  device->readings = 0;
  leave(&device->mutex);
}

static void remember(struct device *device, const struct reading *reading) {
  enter(&device->mutex);
  device->is_known = true;
  device->last_heard = reading->at;
  device->history[device->readings % HISTORY] = reading->value - device->offset;
  ++device->readings;
  leave(&device->mutex);
}

static int average_of(const struct device *device) {
  unsigned used = device->readings < HISTORY ? device->readings : HISTORY;
  int sum = 0;
  for (unsigned i = 0; i < used; ++i)
    sum += device->history[i];
  return used ? sum / (int)used : 0;
}

// --- rules, all under one lock, replaced as a whole

struct rule {
  enum kind kind;
  int least;
  int most;
  bool is_on;
};

struct rule_set {
  pthread_mutex_t mutex;
  struct rule *rules;
  unsigned used;
  unsigned version;
};

static struct rule_set rule_set = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static struct rule *build_rules(unsigned version) {
  struct rule *rules = new_memory(RULES * sizeof *rules);
  rules[0] = (struct rule){KIND_TEMPERATURE, -10, 40 - (int)version, true};
  rules[1] = (struct rule){KIND_PRESSURE, 900, 1100, true};
  rules[2] = (struct rule){KIND_TEMPERATURE, -40, 80, version > 1};
  return rules;
}

static void load_rules(void) {
  struct rule *fresh = build_rules(1);
  enter(&rule_set.mutex);
  rule_set.rules = fresh;
  rule_set.used = 3;
  rule_set.version = 1;
  leave(&rule_set.mutex);
}

// Devices are told of new rules while nobody can load others.
static void replace_rules(void) {
  enter(&rule_set.mutex);
  struct rule *old = rule_set.rules;
  ++rule_set.version;
  rule_set.rules = build_rules(rule_set.version);
  for (int i = 0; i < DEVICES; ++i) {
    enter(&devices[i].mutex); // DEADLOCK: rules, then a device.
    devices[i].rules_seen = rule_set.version;
    leave(&devices[i].mutex);
  }
  leave(&rule_set.mutex);
  free(old);
}

static bool is_broken_by(const struct rule *rule, enum kind kind, int value) {
  return rule->is_on && rule->kind == kind && (value < rule->least || value > rule->most);
}

// --- alerts, newest first

struct alert {
  int device;
  int value;
  unsigned at;
  struct alert *next;
};

static pthread_mutex_t alerts_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct alert *alerts;
static unsigned alert_count;

static void raise_alert(int device, int value, unsigned at) {
  struct alert *alert = new_memory(sizeof *alert);
  alert->device = device;
  alert->value = value;
  alert->at = at;
  enter(&alerts_mutex);
  if (alert_count < ALERTS) {
    alert->next = alerts;
    alerts = alert;
    ++alert_count;
    alert = NULL;
  }
  leave(&alerts_mutex);
  free(alert);
  count(&counters.alerts);
}

static void forget_alerts(void) {
  enter(&alerts_mutex);
  struct alert *old = alerts;
  alerts = NULL;
  alert_count = 0;
  leave(&alerts_mutex);
  while (old) {
    struct alert *next = old->next;
    free(old);
    old = next;
  }
}

// --- what is published

struct message {
  char text[LINE_SIZE];
};

struct outbox {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  struct message *messages[OUTBOX];
  unsigned used;
  bool is_closed;
};

static struct outbox outbox = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                               .filled = PTHREAD_COND_INITIALIZER};

static void post(struct message *message) {
  bool is_full = false;
  enter(&outbox.mutex);
  if (outbox.used < OUTBOX)
    outbox.messages[outbox.used++] = message;
  else
    is_full = true;
  pthread_cond_signal(&outbox.filled);
  leave(&outbox.mutex);
  if (is_full) {
    ++counters.dropped; // RACE: not under the lock of the counters.
    free(message);
  }
}

static struct message *next_message(void) {
  struct message *message = NULL;
  enter(&outbox.mutex);
  while (outbox.used == 0 && !outbox.is_closed)
    pthread_cond_wait(&outbox.filled, &outbox.mutex);
  if (outbox.used > 0)
    message = outbox.messages[--outbox.used];
  leave(&outbox.mutex);
  return message;
}

static void close_outbox(void) {
  enter(&outbox.mutex);
  outbox.is_closed = true;
  pthread_cond_broadcast(&outbox.filled);
  leave(&outbox.mutex);
}

// --- receivers

struct receiver {
  int number;
  unsigned seed;
  struct frame frame;
  unsigned sent;
};

static struct receiver receivers[RECEIVERS];

static unsigned roll(struct receiver *receiver) {
  receiver->seed = receiver->seed * 1103515245u + 12345u;
  return receiver->seed >> 16;
}

static void next_frame(struct receiver *receiver, int turn) {
  int device = (int)(roll(receiver) % DEVICES);
  enum kind kind = turn == 0 ? KIND_HELLO : turn % 2 ? KIND_TEMPERATURE : KIND_PRESSURE;
  int value = kind == KIND_PRESSURE ? 1000 + (int)(roll(receiver) % 200) : (int)(roll(receiver) % 60);
  make_frame(&receiver->frame, device, kind, value);
  if (turn == 4)
    receiver->frame.bytes[FIELD_LOW] ^= 1; // The line is noisy.
}

static void *run_receiver(void *argument) {
  struct receiver *receiver = argument;
  for (int turn = 0; turn < settings.frames; ++turn) {
    next_frame(receiver, turn);
    count(&counters.received);
    struct reading *reading = decode(&receiver->frame);
    if (!reading) {
      count(&counters.broken);
      continue;
    }
    send(&incoming, reading);
    ++receiver->sent;
    tick();
  }
  stop_sending(&incoming);
  return NULL;
}

// --- the router

static void *run_router(void *unused) {
  for (struct reading *reading = receive(&incoming); reading; reading = receive(&incoming)) {
    struct device *device = &devices[reading->device];
    if (reading->kind == KIND_HELLO) {
      greet(device, reading);
      free(reading);
      continue;
    }
    remember(device, reading);
    count(&counters.routed);
    if (!offer(&evaluated, reading)) {
      note("%s: too busy for %s", settings.site, device->name);
      free(reading);
    }
  }
  stop_sending(&evaluated);
  return unused;
}

// --- evaluators

static struct message *describe(const struct device *device, const struct reading *reading) {
  struct message *message = new_memory(sizeof *message);
  snprintf(message->text, LINE_SIZE, "%s %s: %d, on average %d", settings.site, device->name,
           reading->value, average_of(device));
  return message;
}

static bool breaks_rules(struct device *device, const struct reading *reading) {
  bool is_broken = false;
  enter(&rule_set.mutex); // DEADLOCK: a device, then rules.
  for (unsigned i = 0; i < rule_set.used; ++i)
    is_broken |= is_broken_by(&rule_set.rules[i], reading->kind, reading->value);
  device->rules_seen = rule_set.version;
  leave(&rule_set.mutex);
  return is_broken;
}

static void evaluate(const struct reading *reading) {
  struct device *device = &devices[reading->device];
  struct message *message = NULL;
  enter(&device->mutex);
  if (device->is_known && breaks_rules(device, reading))
    message = describe(device, reading);
  leave(&device->mutex);
  if (message) {
    raise_alert(reading->device, reading->value, reading->at);
    post(message);
  }
}

static void *run_evaluator(void *unused) {
  for (struct reading *reading = receive(&evaluated); reading; reading = receive(&evaluated)) {
    evaluate(reading);
    free(reading);
  }
  return unused;
}

// --- the publisher

static uint32_t sent_sum; // The publisher's own, until it has ended.

static void *run_publisher(void *unused) {
  for (struct message *message = next_message(); message; message = next_message()) {
    sent_sum += checksum_of((const uint8_t *)message->text, strlen(message->text));
    free(message);
    count(&counters.published);
  }
  return unused;
}

// --- the maintainer

static void take_off_silent(void) {
  unsigned time = now();
  for (int i = 0; i < DEVICES; ++i) {
    struct device *device = &devices[i];
    bool was_silent = false;
    enter(&device->mutex);
    if (device->is_known && time - device->last_heard > (unsigned)settings.silent_after) {
      device->is_known = false;
      was_silent = true;
    }
    leave(&device->mutex);
    if (was_silent)
      note("%s: %s is silent", settings.site, device->name);
  }
}

static void *run_maintainer(void *unused) {
  for (int i = 0; i < MAINTENANCES; ++i) {
    replace_rules();
    take_off_silent();
    forget_alerts();
  }
  return unused;
}

// --- the console

static int known_devices(void) {
  int known = 0;
  for (int i = 0; i < DEVICES; ++i) {
    enter(&devices[i].mutex);
    known += devices[i].is_known;
    leave(&devices[i].mutex);
  }
  return known;
}

static void report(void) {
  struct counters seen = snapshot();
  char line[LINE_SIZE];
  printf("%s: %u received, %u broken, %u routed, %u alerts, %u published, %u dropped; %d devices\n",
         settings.site, seen.received, seen.broken, seen.routed, seen.alerts, seen.published,
         seen.dropped, known_devices());
  while (next_line(line))
    puts(line);
}

static void *run_console(void *unused) {
  for (int i = 0; i < REPORTS; ++i) {
    report();
    if (settings.verbose)
      printf("%d of at most %d\n", clamp(i + 1, 0, REPORTS), REPORTS);
  }
  return unused;
}

// --- all together

static pthread_t receiver_threads[RECEIVERS];
static pthread_t evaluator_threads[EVALUATORS];
static pthread_t router;
static pthread_t publisher;
static pthread_t maintainer;
static pthread_t console;

static void start(pthread_t *thread, void *(*run)(void *), void *argument) {
  if (pthread_create(thread, NULL, run, argument) != 0)
    give_up("a thread cannot be started");
}

static void start_all(void) {
  start(&router, run_router, NULL);
  start(&publisher, run_publisher, NULL);
  for (int i = 0; i < EVALUATORS; ++i)
    start(&evaluator_threads[i], run_evaluator, NULL);
  for (int i = 0; i < RECEIVERS; ++i) {
    receivers[i].number = i;
    receivers[i].seed = 7u + (unsigned)i;
    start(&receiver_threads[i], run_receiver, &receivers[i]);
  }
  start(&maintainer, run_maintainer, NULL);
  start(&console, run_console, NULL);
}

static void wait_for_all(void) {
  for (int i = 0; i < RECEIVERS; ++i)
    pthread_join(receiver_threads[i], NULL);
  pthread_join(router, NULL);
  for (int i = 0; i < EVALUATORS; ++i)
    pthread_join(evaluator_threads[i], NULL);
  pthread_join(maintainer, NULL);
  close_outbox();
  pthread_join(publisher, NULL);
  pthread_join(console, NULL);
}

static void check_books(void) {
  unsigned sent = 0;
  for (int i = 0; i < RECEIVERS; ++i)
    sent += receivers[i].sent;
  assert(sent + counters.broken == counters.received);
  assert(counters.published + counters.dropped == counters.alerts);
}

int main(void) {
  read_settings();
  make_devices();
  load_rules();
  open_channel(&incoming, (unsigned)settings.receivers);
  open_channel(&evaluated, 1);
  start_all();
  wait_for_all();
  check_books();
  report();
  printf("%s: sent %u\n", settings.site, sent_sum);
  close_channel(&incoming);
  close_channel(&evaluated);
  forget_alerts();
  free(rule_set.rules);
  return 0;
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: T3 run_evaluator {{.*}}, perhaps several times
// CHECK: possible deadlock:
// CHECK-NEXT: T5 run_maintainer holds rule_set since {{.*}}:377:3, and wants devices[i].mutex at {{.*}}:382:5
// CHECK-NEXT: T3 run_evaluator holds devices[i].mutex since {{.*}}:573:3, and wants rule_set at {{.*}}:562:3
// Nothing that is printed into a buffer, and nothing that has just been made.
// CHECK-NOT: :147:3 {{.*}}writes
// CHECK-NOT: alert->device:
// CHECK: {{^}}counters.dropped: {{.*}} unprotected
// CHECK-DAG: :464:5 {{.*}}T3 run_evaluator {{.*}}writes
// CHECK-DAG: :127:27 {{.*}}T6 run_console {{.*}}reads, {{.*}}holds counters
