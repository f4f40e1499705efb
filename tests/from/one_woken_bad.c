// from: --at main=41 --waiting T2=19
// verdict: unsafe
// A signal wakes one of two: the other one waits on, although what it waits for is there.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
static int ready;
static int waiting;

static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  waiting++;
  if (waiting == 2) {
    pthread_cond_signal(&there);
  }
  while (!ready) {
    pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
  return unused;
}

static void *bring_it(void *unused) {
  pthread_mutex_lock(&m);
  while (waiting < 2) {
    pthread_cond_wait(&there, &m);
  }
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b, d;
  pthread_create(&a, 0, wait_for_it, 0);
  pthread_create(&b, 0, wait_for_it, 0);
  pthread_create(&d, 0, bring_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(d, 0);
  return 0;
}
