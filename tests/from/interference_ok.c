// from: --at T1=21
// verdict: safe
// What T1 read under the lock is still there, because it has kept the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int balance, again;

static void *one(void *unused) {
  int before;
  pthread_mutex_lock(&m);
  before = balance;
  if (before != 3) {
    pthread_mutex_unlock(&m);
    return unused;
  }
  pthread_mutex_lock(&other);
  again = 1;
  pthread_mutex_unlock(&other);
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
