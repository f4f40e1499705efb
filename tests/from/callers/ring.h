// What callers know of the ring.
#include <pthread.h>

enum { ROOM = 4 };

struct ring {
  pthread_mutex_t lock;
  unsigned used;
  int items[ROOM];
};

void ring_clear(struct ring *ring);
void ring_put(struct ring *ring, int value);
int ring_get(struct ring *ring);
unsigned ring_used(struct ring *ring);
void ring_change(struct ring *ring, unsigned index, int value);
