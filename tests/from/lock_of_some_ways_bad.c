// from: --at T1=15 --at T2=28
// verdict: unsafe
// T1 holds the lock on one of two ways to its place, so T2 may find it held.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int careful, work;

static void enter(void) {
  if (careful) {
    pthread_mutex_lock(&m);
  }
  work = 1;
}

static void *one(void *unused) {
  enter();
  if (careful) {
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *two(void *unused) {
  int busy;
  busy = pthread_mutex_trylock(&m);
  assert(busy == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  careful = argc > 2;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
