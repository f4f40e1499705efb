// from: --at T1=14,20 --at T2=11,20
// verdict: safe
// T1 is inside with the lock, T2 wants it: T2 comes in when T1 is out again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void section(int id) {
  pthread_mutex_lock(&m);
  assert(inside == 0);
  inside = id;
  assert(inside == id);
  inside = 0;
  pthread_mutex_unlock(&m);
}

static void *worker(void *argument) {
  section((int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
