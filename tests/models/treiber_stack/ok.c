// Treiber stack: a list whose head is replaced by compare-and-exchange.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUSH
#define PUSH memory_order_release  // a node is complete when it is seen
#endif
#ifndef POP
#define POP memory_order_acquire  // sees the node
#endif
#ifndef RETRY
#define RETRY memory_order_acquire  // sees the node that was pushed meanwhile
#endif

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) head;
struct node nodes[2];

static void push(struct node *node, int value) {
    node->value = value;
    struct node *top = atomic_load_explicit(&head, memory_order_relaxed);
    do
        node->next = top;
    while (!atomic_compare_exchange_strong_explicit(&head, &top, node, PUSH, memory_order_relaxed));
}

static int pop(void) {
    struct node *top = atomic_load_explicit(&head, POP);
    while (top && !atomic_compare_exchange_strong_explicit(&head, &top, top->next, memory_order_relaxed, RETRY)) {}
    return top ? top->value : 0;
}

static void *pusher(void *unused) {
    push(&nodes[0], 1);
    push(&nodes[1], 2);
    return unused;
}

static void *popper(void *unused) {
    int first = pop();
    int second = pop();
    assert(first == 0 || first != second);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, pusher, 0);
    pthread_create(&b, 0, popper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
