// callers: ring.c --calls 2
// combination: ring_put@put ring_used@used unsafe R0401
// combination: ring_used@used ring_used@used safe
// combination: ring_put@put ring_clear@clear unsafe R0401
// verdict: unsafe
// callers: ring.c --calls 2 --confirm --jobs 2
// combination: ring_put@put ring_used@used unsafe R0401 confirmed
// verdict: unsafe
// callers: ring.c --calls 1
// combination: ring_put@put safe
// combination: ring_used@used safe
// combination: ring_clear@clear safe
// verdict: safe
// callers: ring.c --calls 3
// combination: ring_used@used ring_used@used ring_used@used safe
// apart: ring_put@put ring_put@put ring_used@used
// verdict: unsafe
// Threads of a pool look at a number that another thread changes, and who clears the ring comes too early.
#include "ring.h"

static struct ring requests = {PTHREAD_MUTEX_INITIALIZER, 0, {0}};

static void *look(void *unused) {
  return ring_used(&requests) ? unused : 0; // @used
}

static void *fill(void *unused) {
  ring_put(&requests, 1); // @put
  return unused;
}

int main(void) {
  pthread_t filler, pool[2];
  pthread_create(&filler, 0, fill, 0);
  for (int each = 0; each < 2; each++)
    pthread_create(&pool[each], 0, look, 0);
  ring_clear(&requests); // @clear
  for (int each = 0; each < 2; each++)
    pthread_join(pool[each], 0);
  pthread_join(filler, 0);
  return 0;
}
