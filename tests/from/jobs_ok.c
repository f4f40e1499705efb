// What a worker runs is one of the functions that are ever stored in the ring, with what is stored beside it, although whole jobs are copied to an index.
// from: --at work=@take
// verdict: safe
#include <pthread.h>
#define ROOM 8
struct job { void (*run)(void *); void *argument; int n; };
static struct job ring[ROOM];
static int head, tail, used, total, largest;
static int numbers[3] = {1, 2, 3};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void add(void *argument) {
  total = *(int *)argument;
}

static void keep(void *argument) {
  int *number = argument;
  if (*number > largest)
    largest = *number;
}

static void stop(void *argument) {
  *(volatile int *)0 = argument != 0;
}

static void (*const last)(void *) = stop;

static void put(void (*run)(void *), void *argument, int n) {
  struct job job = {run, argument, n};
  pthread_mutex_lock(&m);
  if (used < ROOM) {
    ring[tail] = job;
    tail = (tail + 1) % ROOM;
    used++;
    pthread_cond_signal(&filled);
  }
  pthread_mutex_unlock(&m);
}

static void take(void) {
  pthread_mutex_lock(&m);
  while (used == 0)
    pthread_cond_wait(&filled, &m);
  struct job job = ring[head]; // @take
  head = (head + 1) % ROOM;
  used--;
  pthread_mutex_unlock(&m);
  if (job.run && job.argument)
    job.run(job.argument);
}

static void *work(void *unused) {
  for (int done = 0; done < 100; done++)
    take();
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  for (int i = 0; i < 50; i++)
    put(__VERIFIER_nondet_int() ? add : keep, &numbers[i % 3], i);
  pthread_join(worker, 0);
  if (total > 5)
    last(0);
  return 0;
}
