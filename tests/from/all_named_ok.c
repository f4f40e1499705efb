// from: -p deadlock --at producer=15 --at main=31
// verdict: safe
// from: -p deadlock --waiting producer=17 --at main=31
// verdict: safe
// from: -p deadlock --at producer=15 --waiting main=33
// verdict: safe
// Both threads that there are stand somewhere in their loops: how full the queue is follows from their rounds.
#include <pthread.h>
#define ROUNDS 3
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, item;
static void *produce(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    while (full)
      pthread_cond_wait(&changed, &lock);
    item = i;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int sum = 0;
  pthread_create(&thread, 0, produce, 0);
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    while (!full)
      pthread_cond_wait(&changed, &lock);
    sum ^= item;
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
  return sum == 9;
}
