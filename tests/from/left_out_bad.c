// from: --at main=28
// verdict: unsafe
// The context leaves a thread out that may still be on its way: what it adds need not be there.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void *first(void *unused) {
  pthread_mutex_lock(&m);
  used++;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *second(void *unused) {
  first(unused);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_mutex_lock(&m);
  assert(used == 2);
  pthread_mutex_unlock(&m);
  pthread_join(b, 0);
  return 0;
}
