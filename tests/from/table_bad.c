// from: --at T1=17,31 --at T2=25 -p race
// verdict: unsafe
// finding: R0401 12
// A table of functions that nobody writes to is read, and what it holds is known: nobody has to write it there again.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned served, asked;

static void serve(void) {
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
}

static void look(void) {
  asked = served;
}

static const struct {
  void (*serve)(void), (*look)(void);
} ways = {serve, look};

static void *run(void *unused) {
  serve();
  return unused;
}

static void *visit(void *unused) {
  ways.serve();
  ways.look();
  return unused;
}

int main(void) {
  pthread_t server, visitor;
  pthread_create(&server, 0, run, 0);
  pthread_create(&visitor, 0, visit, 0);
  pthread_join(server, 0);
  pthread_join(visitor, 0);
  return 0;
}
