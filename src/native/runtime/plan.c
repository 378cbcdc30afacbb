/* Reads the plan. */
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plan heddle_plan;

static void *grown(void *array, size_t count, size_t size) {
  if (count & (count - 1))
    return array;
  void *larger = realloc(array, (count ? 2 * count : 1) * size);
  if (!larger)
    heddle_diverged("no memory for the plan");
  return larger;
}

static unsigned char *bytes_of(const char *hex, size_t *size) {
  *size = strlen(++hex) / 2;
  unsigned char *bytes = calloc(*size + 1, 1);
  for (size_t i = 0; bytes && i < *size; ++i) {
    char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
    bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
  return bytes;
}

static enum ending ending_of(const char *name) {
  static const char *const names[] = {"fail", "race",  "race-both",  "stuck",
                                      "ring", "state", "state-stuck"};
  for (int i = 0; i < 7; ++i)
    if (!strcmp(name, names[i]))
      return (enum ending)i;
  heddle_diverged("a plan with an unknown end");
}

static void read_line(char *line) {
  static char name[65536], value[65536];
  unsigned long long numbers[5];
  int thread = 0;
  int other = 0;
  long result = 0;
  unsigned choice = 0;
  if (sscanf(line, "end %255s", name) == 1) {
    heddle_plan.ending = ending_of(name);
  } else if (sscanf(line, "thread %d %63s", &thread, name) == 2 && thread < most_threads) {
    strcpy(heddle_threads[thread].name, name);
  } else if (sscanf(line, "stretch %llu %llu %llu %llu %llu", &numbers[0], &numbers[1], &numbers[2],
                    &numbers[3], &numbers[4]) == 5) {
    heddle_plan.stretches =
        grown(heddle_plan.stretches, heddle_plan.count, sizeof *heddle_plan.stretches);
    heddle_plan.stretches[heddle_plan.count++] = (struct stretch){
        (int)numbers[0], numbers[1], (uint32_t)numbers[2], (enum where)numbers[3], numbers[4]};
  } else if (sscanf(line, "operation %d %23s %ld %d", &thread, name, &result, &other) == 4 &&
             thread < most_threads) {
    struct thread *of = &heddle_threads[thread];
    of->planned = grown(of->planned, of->planned_count, sizeof *of->planned);
    struct operation *operation = &of->planned[of->planned_count++];
    strcpy(operation->kind, name);
    operation->result = result;
    operation->other = other;
  } else if (sscanf(line, "way %d %u", &thread, &choice) == 2 && thread < most_threads) {
    struct thread *of = &heddle_threads[thread];
    of->way = grown(of->way, of->way_count, sizeof *of->way);
    of->way[of->way_count++] = choice;
  } else if (sscanf(line, "choose %d %u", &thread, &choice) == 2 && thread < most_threads) {
    struct thread *of = &heddle_threads[thread];
    of->choices = grown(of->choices, of->choices_count, sizeof *of->choices);
    of->choices[of->choices_count++] = choice;
  } else if (sscanf(line, "input %65535s %65535s", name, value) == 2) {
    heddle_plan.inputs =
        grown(heddle_plan.inputs, heddle_plan.input_count, sizeof *heddle_plan.inputs);
    struct input *input = &heddle_plan.inputs[heddle_plan.input_count++];
    size_t ignored = 0;
    input->name = (char *)bytes_of(name, &ignored);
    input->bytes = bytes_of(value, &input->size);
    input->used = false;
  } else if (sscanf(line, "expect %llu %llu", &numbers[0], &numbers[1]) == 2 &&
             heddle_plan.expected_count < most_threads) {
    heddle_plan.expected[heddle_plan.expected_count++] =
        (struct expected){(int)numbers[0], numbers[1]};
  } else {
    heddle_diverged("cannot read the plan: %s", line);
  }
}

void heddle_read_plan(const char *path) {
  static char line[131072 + 64];
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file)
    heddle_diverged("there is no plan to follow: HEDDLE_PLAN does not name a file");
  while (fgets(line, sizeof line, file))
    read_line(line);
  fclose(file);
}
