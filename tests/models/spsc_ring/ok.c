// Ring with one producer and one consumer: each has a counter that the other reads.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release  // the item is there when the tail is seen
#endif
#ifndef SEEN
#define SEEN memory_order_acquire  // sees the item
#endif
#ifndef FREE
#define FREE memory_order_release  // the item was read when the head is seen
#endif
#ifndef ROOM
#define ROOM memory_order_acquire  // the item was read
#endif

#define SIZE 1
int items[SIZE];
atomic_int head, tail;

static int push(int item) {
    int t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&head, ROOM) == SIZE)
        return 0;
    items[t % SIZE] = item;
    atomic_store_explicit(&tail, t + 1, PUBLISH);
    return 1;
}

static int pop(void) {
    int h = atomic_load_explicit(&head, memory_order_relaxed);
    if (atomic_load_explicit(&tail, SEEN) == h)
        return 0;
    int item = items[h % SIZE];
    atomic_store_explicit(&head, h + 1, FREE);
    return item;
}

static void *producer(void *unused) {
    int pushed = push(1);
    assert(pushed);
    push(2);
    return unused;
}

static void *consumer(void *unused) {
    int first = pop();
    int second = pop();
    assert(first <= 1);
    assert(first == 0 || second == 0 || second == 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
