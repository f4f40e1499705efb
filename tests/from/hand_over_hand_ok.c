// from: --at T1=23 --at T2=13 --until 1
// verdict: safe
// T1 walks along a list, hand over hand, and holds the lock of the node it is at.
#include <assert.h>
#include <pthread.h>
struct node {
  pthread_mutex_t lock;
  struct node *next;
  int value;
};
static struct node a, b, c;
static void look(struct node *at) {
  int busy = pthread_mutex_trylock(&at->lock);
  if (busy == 0)
    pthread_mutex_unlock(&at->lock);
}
static void walk(struct node *at) {
  pthread_mutex_lock(&at->lock);
  while (at->next) {
    struct node *next = at->next;
    pthread_mutex_lock(&next->lock);
    pthread_mutex_unlock(&at->lock);
    at = next;
    at->value = 1;
    assert(pthread_mutex_trylock(&at->lock) != 0);
  }
  pthread_mutex_unlock(&at->lock);
}
static void *one(void *unused) {
  walk(&a);
  return unused;
}
static void *two(void *unused) {
  look(&b);
  return unused;
}
int main(void) {
  pthread_t first, second;
  a.next = &b;
  b.next = &c;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
