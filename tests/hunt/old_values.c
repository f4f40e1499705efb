// Two threads write and then look at what the other one writes. With relaxed operations both may see the old value, which no order of all operations
// shows; with FENCE they may not.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_x, seen_y, both;

static void between(void) {
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *first(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    between();
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    between();
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    if (seen_x == 0 && seen_y == 0)
        both = 1; // target both
    return 0;
}
