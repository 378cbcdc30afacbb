// Markup and script wherever a program has text of its own.
// </script><img src=x onerror=ran='source'><script>ran='source'</script>
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>

static int value;

static void *work(void *unused) {
  printf("</script><img src=x onerror=ran='output'><script>ran='output'</script>\n");
  value = heddle_int("</script><img src=x onerror=ran='input'><script>ran='input'</script>");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (value == 42)
    assert(!"</script><img src=x onerror=ran='assert'><script>ran='assert'</script>");
  return 0;
}
