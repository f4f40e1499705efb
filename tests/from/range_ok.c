// from: --at T1=13
// verdict: safe
// However often others add to a variable, they do so only while it is small.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;
static int places[3];

static void *watch(void *unused) {
  pthread_mutex_lock(&m);
  assert(level >= 0 && level <= 3);
  if (level > 0) {
    level--;
    places[level] = 1;
  }
  pthread_mutex_unlock(&m);
  return unused;
}

static void *rise(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&m);
    if (level != 3) {
      level++;
    }
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, watch, 0);
  pthread_create(&b, 0, rise, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
