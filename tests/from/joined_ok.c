// from: --at writer=13 --at main=29
// verdict: safe
// A variable holds the handle of the thread that was created with it: who joins by it has waited for that one.
#include <assert.h>
#include <pthread.h>

static int written, seen;

static void *look(void *unused) { return unused; }

static void *write(void *unused) {
  pthread_t *handle = unused;
  written = 1;
  (void)handle;
  return 0;
}

int main(void) {
  pthread_t reader, writer, later;
  pthread_create(&reader, 0, look, 0);
  pthread_create(&writer, 0, write, 0);
  pthread_join(reader, 0);
  seen = 1;
  pthread_create(&later, 0, look, 0);
  pthread_join(later, 0);
  if (seen != 1)
    return 1;

  pthread_join(writer, 0);
  assert(written == 1 && seen == 1);
  return 0;
}
