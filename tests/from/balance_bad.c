// from: --at main=30
// verdict: unsafe
// What is left in a queue is what was put there less what was taken, also by threads that are gone.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void *put(void *unused) {
  pthread_mutex_lock(&m);
  used++;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *take(void *unused) {
  pthread_mutex_lock(&m);
  if (used > 0)
    used--;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_mutex_lock(&m);
  assert(used == 0);
  pthread_mutex_unlock(&m);
  pthread_join(b, 0);
  return 0;
}
