// from: --at T1=16,35 --at T2=25,42
// verdict: safe
// Both use the same node: T1 gets the lock only when T2 is outside again.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
struct node {
  pthread_mutex_t lock;
  int inside, data;
};
static struct node nodes[4];

static void foo(struct node *a) {
  for (int x = 0; x < 1; x++) {
    pthread_mutex_lock(&a->lock);
    assert(a->inside == 0);
    pthread_mutex_unlock(&a->lock);
  }
}

static void bar(struct node *b) {
  pthread_mutex_lock(&b->lock);
  b->inside = 1;
  for (int y = 0; y < 2; y++)
    b->data += 1;
  b->inside = 0;
  pthread_mutex_unlock(&b->lock);
}

static int chosen; static int choose(void) { return chosen; }

static void *run_a(void *unused) {
  int i = choose();
  foo(&nodes[i]);
  return unused;
}

static void *run_b(void *unused) {
  int k;
  k = choose();
  bar(&nodes[k]);
  return unused;
}

int main(void) {
  pthread_t a, b; chosen = __VERIFIER_nondet_int() & 3;
  pthread_create(&a, 0, run_a, 0);
  pthread_create(&b, 0, run_b, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
