// A ring behind a lock. `ring_clear` is for one thread alone, `ring_used` forgets the lock, and `ring_change` does not look at its index.
#include "ring.h"

static void enter(struct ring *ring) { pthread_mutex_lock(&ring->lock); }

static void leave(struct ring *ring) { pthread_mutex_unlock(&ring->lock); }

void ring_clear(struct ring *ring) { ring->used = 0; }

void ring_put(struct ring *ring, int value) {
  enter(ring);
  if (ring->used < ROOM)
    ring->items[ring->used++] = value;
  leave(ring);
}

int ring_get(struct ring *ring) {
  int value = 0;
  enter(ring);
  if (ring->used > 0)
    value = ring->items[--ring->used];
  leave(ring);
  return value;
}

unsigned ring_used(struct ring *ring) { return ring->used; }

void ring_change(struct ring *ring, unsigned index, int value) {
  enter(ring);
  ring->items[index] = value;
  leave(ring);
}
