// Ring for several producers and consumers: each place has a number that says whose turn it is.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release  // the item is there when the number is seen
#endif
#ifndef SEEN
#define SEEN memory_order_acquire  // sees the item
#endif
#ifndef FREE
#define FREE memory_order_release  // the item was read when the number is seen
#endif
#ifndef ROOM
#define ROOM memory_order_acquire  // the item was read
#endif

#define SIZE 2
struct place {
    atomic_int turn;
    int item;
};

struct place places[SIZE] = {{0, 0}, {1, 0}};
atomic_int head, tail;

static int push(int item) {
    int at = atomic_load_explicit(&tail, memory_order_relaxed);
    struct place *place = &places[at % SIZE];
    if (atomic_load_explicit(&place->turn, ROOM) != at)
        return 0;
    if (!atomic_compare_exchange_strong_explicit(&tail, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
        return 0;
    place->item = item;
    atomic_store_explicit(&place->turn, at + 1, PUBLISH);
    return 1;
}

static int pop(void) {
    int at = atomic_load_explicit(&head, memory_order_relaxed);
    struct place *place = &places[at % SIZE];
    if (atomic_load_explicit(&place->turn, SEEN) != at + 1)
        return 0;
    if (!atomic_compare_exchange_strong_explicit(&head, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
        return 0;
    int item = place->item;
    atomic_store_explicit(&place->turn, at + SIZE, FREE);
    return item;
}

static void *producer(void *unused) {
    push(1);
    push(2);
    push(3);
    return unused;
}

static void *other_producer(void *unused) {
    push(4);
    return unused;
}

static void *consumer(void *unused) {
    int item = pop();
    assert(item >= 0 && item <= 4);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, other_producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
