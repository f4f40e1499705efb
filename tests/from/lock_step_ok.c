// from: --at T1=14 --at T2=18
// verdict: safe
// T1 is in its third round, before the barrier; so T2, behind the barrier, is in its second round.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int place[2];

static void round_of(int i, long id) {
  place[id] = 0;
  if (i == 2) {
    if (id == 0)
      place[id] = 1;
  }
  pthread_barrier_wait(&barrier);
  if (id == 1) {
    place[id] = 2;
    assert(i == 1);
  }
}

static void *worker(void *id) {
  for (int i = 0; i < 4; i++)
    round_of(i, (long)id);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 2);
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
