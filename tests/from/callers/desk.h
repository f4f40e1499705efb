// Ways into the desk.
#include <pthread.h>

struct desk_ways {
  void (*serve)(void);
  void (*look)(void);
};

extern const struct desk_ways desk_ways;

void *desk_run(void *unused);
int desk_compare(const void *a, const void *b);
void desk_leave(void *unused);

static inline void desk_serve(void) {
  desk_ways.serve();
}
