// Atomic sections in a program with weak orders: what two sections access has one order, and the second sees all of the first.
//@ verdict: safe
//@ flags: --memory-model c11
//@ runs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int from, to;
atomic_int moves;

static void *move(void *unused)
{
    __VERIFIER_atomic_begin();
    from--;
    to++;
    __VERIFIER_atomic_end();
    atomic_fetch_add_explicit(&moves, 1, memory_order_relaxed);
    return unused;
}

static void *look(void *unused)
{
    __VERIFIER_atomic_begin();
    int sum = from + to;
    __VERIFIER_atomic_end();
    assert(sum == 0);
    return unused;
}

int main(void)
{
    pthread_t mover, looker;
    pthread_create(&mover, 0, move, 0);
    pthread_create(&looker, 0, look, 0);
    pthread_join(mover, 0);
    pthread_join(looker, 0);
    assert(to == 1);
    return 0;
}
