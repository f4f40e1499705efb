// from: --at T1=14 --at T2=19
// verdict: unsafe
// Each thread chooses a lock of its own; they may, but need not, be the same.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t locks[4];
static int place;

static void hold(void) {
  int was;
  was = place;
  place = was + 1;
}

static void look(int k) {
  int busy;
  busy = pthread_mutex_trylock(&locks[k]);
  assert(busy != 0);
}

static void *worker(void *id) {
  int k = __VERIFIER_nondet_int() & 3;
  if (id == 0) {
    pthread_mutex_lock(&locks[k]);
    hold();
    pthread_mutex_unlock(&locks[k]);
  } else {
    look(k);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
