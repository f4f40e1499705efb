// from: -p deadlock --at a=11 --at main=28
// verdict: unsafe
// A variable holds the handle of the thread that was created with it: main waits for one that needs the lock that main holds.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t a, b;
static int done;

static void *first(void *unused) {
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *second(void *unused) {
  return unused;
}

int main(void) {
  int last;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(b, 0);
  pthread_mutex_lock(&m);
  last = done;
  pthread_join(a, 0);
  pthread_mutex_unlock(&m);
  return last;
}
