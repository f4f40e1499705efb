// A driver: requests come in a ring, a worker takes them, an interrupt completes them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define N 6
struct request { int kind, status; unsigned long arg; struct request *next; };
static struct request *head; static int stopped, done, pending;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
extern int __VERIFIER_nondet_int(void);
static int ioctl_one(struct request *r) {
  switch (r->kind) { case 0: return (int)r->arg; case 1: return (int)(r->arg * 3); default: return -22; }
}
static void *worker(void *u) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!head && !stopped) pthread_cond_wait(&more, &lock);
    if (!head) { pthread_mutex_unlock(&lock); return 0; }
    struct request *r = head; head = r->next; pending--;
    pthread_mutex_unlock(&lock);
    r->status = ioctl_one(r);
    pthread_mutex_lock(&lock); done++; pthread_mutex_unlock(&lock);
    free(r);
  }
}
static void *irq(void *u) {
  for (int i = 0; i < N; i++) { pthread_mutex_lock(&lock); if (pending > 0) pthread_cond_signal(&more); pthread_mutex_unlock(&lock); }
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, worker, 0); pthread_create(&b, 0, worker, 0); pthread_create(&c, 0, irq, 0);
  for (int i = 0; i < N; i++) {
    struct request *r = malloc(sizeof *r);
    r->kind = __VERIFIER_nondet_int(); r->arg = (unsigned long)__VERIFIER_nondet_int(); r->status = 0;
    pthread_mutex_lock(&lock); r->next = head; head = r; pending++; pthread_cond_signal(&more); pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock); stopped = 1; pthread_cond_broadcast(&more); pthread_mutex_unlock(&lock);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
  assert(done == N);
  return 0;
}
