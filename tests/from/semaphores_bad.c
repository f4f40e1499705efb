// from: --at main=24 --at taker=14
// verdict: unsafe
// finding: R0101 @assertion
// Who stands before a wait for a semaphore has not taken a unit yet.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t units;
static int taken;

static void *take(void *unused) {
  for (int round = 0; round < 2; round++) {
    sem_wait(&units);
    taken++;
  }
  return unused;
}

int main(void) {
  pthread_t taker;
  sem_init(&units, 0, 1);
  pthread_create(&taker, 0, take, 0);
  sem_post(&units);
  pthread_join(taker, 0);
  assert(taken == 3); // @assertion
  return 0;
}
