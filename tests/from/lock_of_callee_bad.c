// from: --at T1=16 --at T2=27
// verdict: unsafe
// A function that T1 called has taken the lock and kept it, so T2 finds it held.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void take(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
}

static void enter(void) {
  take(&m);
  work = 1;
}

static void *one(void *unused) {
  enter();
  pthread_mutex_unlock(&m);
  return unused;
}

static void *two(void *unused) {
  int busy;
  busy = pthread_mutex_trylock(&m);
  assert(busy == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
