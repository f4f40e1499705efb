// from: --at T1=17
// verdict: unsafe
// A struct that is copied to an index nobody keeps in its array overwrites what lies behind.
#include <assert.h>
#include <pthread.h>

struct job { int what, how; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int next;
  struct job jobs[3];
  int level;
} ring;

static void *watch(void *unused) {
  pthread_mutex_lock(&m);
  assert(ring.level == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *fill(void *unused) {
  pthread_mutex_lock(&m);
  struct job one = {7, 8};
  ring.jobs[ring.next % 4] = one;
  ring.next = (ring.next + 1) % 4;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b[4];
  ring.level = 0;
  for (int i = 0; i < 4; i++)
    pthread_create(&b[i], 0, fill, 0);
  pthread_create(&a, 0, watch, 0);
  pthread_join(a, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(b[i], 0);
  return 0;
}
