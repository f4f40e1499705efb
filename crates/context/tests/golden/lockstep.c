// from: --at T1=11,18 --at T2=9,18 --at M=26
#include <pthread.h>
struct arg { int id; int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t b;
static int shared, limit;
static void work(struct arg *a, int k) {
  for (int i = 0; i < limit; i++) {
    pthread_barrier_wait(&b);
    pthread_mutex_lock(&m);
    shared += a->id + k;
    pthread_mutex_unlock(&m);
  }
}
static void *worker(void *p) {
  struct arg *a = p;
  int id = a->id;
  work(a, id + 1);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t[4]; struct arg args[4];
  limit = argc;
  pthread_barrier_init(&b, 0, 4);
  for (int i = 0; i < 4; i++) { args[i].id = i; pthread_create(&t[i], 0, worker, &args[i]); }
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
