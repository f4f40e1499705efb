// from: --waiting T1=14 -p assert
// verdict: unsafe
// finding: R0101 17
// Somebody else counts and has not told it yet: what the waiter found need not hold any more.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static int ticket, seen;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  while (ticket == 0)
    pthread_cond_wait(&counted, &lock);
  seen++;
  pthread_mutex_unlock(&lock);
  assert(ticket != 2);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    ticket++;
    pthread_cond_broadcast(&counted);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
