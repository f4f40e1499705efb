// A thread that counts for years after its last lock: its last transition has no end that anybody sees, and what comes then may go wrong.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *spinner(void *unused) {
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  for (unsigned long i = 1; i; i++) ;
  assert(shared == 2);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spinner, 0);
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
