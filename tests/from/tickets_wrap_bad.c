// from: --at T1=17 --at T2=17
// verdict: unsafe
// What is added makes the counter begin again after four threads, so two may have drawn the same number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next;
static pthread_mutex_t locks[4];

static void *worker(void *unused) {
  unsigned id;
  int busy;
  id = atomic_fetch_add(&next, 0x40000000u);
  id >>= 30;

  busy = pthread_mutex_trylock(&locks[id]);
  assert(busy == 0);
  pthread_mutex_unlock(&locks[id]);
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&threads[i], 0, worker, 0);
  return 0;
}
