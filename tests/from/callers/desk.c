// A library that is entered in other ways than by a call of a public function: by a thread that starts in it, by pointers that it gives away, and by what the C library calls back.
#include "desk.h"
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned served, asked;

static void serve(void) {
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
}

static void look(void) { asked = served; }

const struct desk_ways desk_ways = {serve, look};

void *desk_run(void *unused) {
  serve();
  return unused;
}

int desk_compare(const void *a, const void *b) {
  look();
  return *(const int *)a - *(const int *)b;
}

void desk_leave(void *unused) { // @leave
  (void)unused;
  look();
}
