// from: --at T1=11
// verdict: unsafe
// What another thread stores counts for what a variable may hold.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void *watch(void *unused) {
  pthread_mutex_lock(&m);
  assert(level <= 1);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *rise(void *unused) {
  pthread_mutex_lock(&m);
  level = 5;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  level = 1;
  pthread_create(&a, 0, watch, 0);
  pthread_create(&b, 0, rise, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
