// from: --at T1=17 --at T2=18
#include <pthread.h>
#include <stdlib.h>
#define MAX 16
struct global { int id; pthread_mutex_t idlock; pthread_barrier_t start; };
static struct global *G;
static int P, n, bs, nblocks;
static double *a[64];
static int owner(int i, int j) { return (i + j) % P; }
static void lu(int n, int bs, int my) {
  for (int k = 0, K = 0; k < n; k += bs, K++) {
    if (owner(K, K) == my)
      a[K][0] = 1;
    pthread_barrier_wait(&G->start);
    for (int I = K + 1; I < nblocks; I++)
      if (owner(I, K) == my)
        a[I][K] += 2;
    pthread_barrier_wait(&G->start);
  }
}
static void one_solve(int n, int bs, int my) {
  pthread_barrier_wait(&G->start);
  lu(n, bs, my);
  pthread_barrier_wait(&G->start);
}
static void *slave(void *unused) {
  int my;
  pthread_mutex_lock(&G->idlock);
  my = G->id;
  G->id++;
  pthread_mutex_unlock(&G->idlock);
  one_solve(n, bs, my);
  return unused;
}
int main(int argc, char **argv) {
  pthread_t t[MAX];
  P = argc; n = 64; bs = 8; nblocks = n / bs;
  G = malloc(sizeof *G);
  G->id = 0;
  pthread_mutex_init(&G->idlock, 0);
  pthread_barrier_init(&G->start, 0, P);
  for (int i = 0; i < 64; i++) a[i] = malloc(64 * sizeof(double));
  for (int i = 1; i < P; i++) pthread_create(&t[i], 0, slave, 0);
  slave(0);
  for (int i = 1; i < P; i++) pthread_join(t[i], 0);
  return 0;
}
