// One atomic section creates two threads and fills memory in between: it comes before all that the second thread does, and the first thread gets it by a store that releases it.
// flags: -p assert -p race
// verdict: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int weak;
static _Atomic(int *) shown;
static void *before(void *unused) {
    atomic_store_explicit(&weak, 1, memory_order_relaxed);
    return unused;
}
static void *first(void *unused) {
    int *block = atomic_load_explicit(&shown, memory_order_acquire);
    if (block)
        assert(*block == 2); 
    return unused;
}
static void *second(void *argument) {
    atomic_load_explicit(&weak, memory_order_relaxed);
    assert(*(int *)argument == 2);
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    int *block = malloc(sizeof *block);
    if (!block)
        return 0;
#if K == 2
    pthread_create(&c, 0, before, 0);
#endif
    __VERIFIER_atomic_begin();
    pthread_create(&a, 0, first, 0);
    *block = 2; 
    pthread_create(&b, 0, second, block);
    __VERIFIER_atomic_end();
    atomic_store_explicit(&shown, block, memory_order_release);
    pthread_join(a, 0);
    pthread_join(b, 0);
#if K == 2
    pthread_join(c, 0);
#endif
    free(block);
    return 0;
}
