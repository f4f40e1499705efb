// Chase and Lev: a deque of work, taken by its owner at one end and stolen at the other.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUSH
#define PUSH memory_order_release  // an item is there when the end is seen
#endif
#ifndef TAKE
#define TAKE memory_order_seq_cst  // either the thief sees the new end, or the owner sees the new start
#endif
#ifndef STEAL
#define STEAL memory_order_seq_cst  // the same for the thief
#endif
#ifndef BOTTOM
#define BOTTOM memory_order_acquire  // sees the item
#endif

atomic_int top, bottom, items[2];
atomic_int taken[3];

static void push(int item) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&items[b], item, memory_order_relaxed);
    atomic_thread_fence(PUSH);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(TAKE);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int item = -1;
    if (t <= b)
        item = atomic_load_explicit(&items[b], memory_order_relaxed);
    if (t == b && !atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        item = -1;
    if (t >= b)
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return item;
}

static int steal(void) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(STEAL);
    int b = atomic_load_explicit(&bottom, BOTTOM);
    if (t >= b)
        return -1;
    int item = atomic_load_explicit(&items[t], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        return -1;
    return item;
}

static void count(int item) {
    assert(item != 0);
    if (item > 0) {
        int before = atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed);
        assert(before == 0);
    }
}

static void *owner(void *unused) {
    push(1);
    push(2);
    count(take());
    return unused;
}

static void *thief(void *unused) {
    count(steal());
    count(steal());
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, owner, 0);
    pthread_create(&b, 0, thief, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
