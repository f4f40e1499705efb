// from: --at T1=22 --at T2=22
// verdict: safe
// Each thread has drawn a number of its own from a counter, under a lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[4];
static int next, place;

static void *worker(void *unused) {
  int id, busy;
  pthread_mutex_lock(&m);
  id = next;
  next = next + 1;
  pthread_mutex_unlock(&m);
  if (id < 0)
    return unused;
  if (id > 3)
    return unused;

  busy = pthread_mutex_trylock(&locks[id]);
  assert(busy == 0);
  pthread_mutex_unlock(&locks[id]);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
