// from: --at T1=15 --at T2=15
// verdict: unsafe
// Both threads were created in different rounds, but got the same argument.
#include <assert.h>
#include <pthread.h>

struct part {
  pthread_mutex_t lock;
  int inside;
};
static struct part part;

static void *worker(void *argument) {
  struct part *mine = argument;
  int busy = pthread_mutex_trylock(&mine->lock);
  assert(busy == 0);
  mine->inside = 1;
  pthread_mutex_unlock(&mine->lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, &part);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
