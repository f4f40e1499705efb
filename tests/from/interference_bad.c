// from: --at T1=18
// verdict: unsafe
// What T1 read under the lock may be different when it takes the lock again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance, again;

static void *one(void *unused) {
  int before;
  pthread_mutex_lock(&m);
  before = balance;
  pthread_mutex_unlock(&m);
  if (before != 3) {
    return unused;
  }
  again = 1;
  pthread_mutex_lock(&m);
  assert(balance == 3);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *two(void *unused) {
  pthread_mutex_lock(&m);
  balance = balance + 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  balance = 3;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
