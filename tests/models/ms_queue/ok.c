// Michael and Scott: a queue whose tail may lag behind and is moved by whoever notices.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LINK
#define LINK memory_order_release  // a node is complete when it is linked
#endif
#ifndef FOLLOW
#define FOLLOW memory_order_acquire  // sees the node that was linked
#endif

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy, fresh;
_Atomic(struct node *) head = &dummy, tail = &dummy;

static void put(struct node *node, int value) {
    node->value = value;
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
            return;
        }
    }
}

static int get(void) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, FOLLOW);
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
        } else {
            int value = next->value;
            if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
                return value;
        }
    }
}

static void *producer(void *unused) {
    put(&fresh, 7);
    return unused;
}

static void *consumer(void *unused) {
    int value = get();
    assert(value == 0 || value == 7);
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
