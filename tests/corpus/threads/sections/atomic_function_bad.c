// The watcher reads the two halves in two steps.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int a, b;

static void __VERIFIER_atomic_move(int amount)
{
    a -= amount;
    b += amount;
}

static int __VERIFIER_atomic_a(void)
{
    return a;
}

static int __VERIFIER_atomic_b(void)
{
    return b;
}

static void *mover(void *unused)
{
    __VERIFIER_atomic_move(3);
    return unused;
}

static void *watcher(void *unused)
{
    int half = __VERIFIER_atomic_a();
    int sum = half + __VERIFIER_atomic_b();
    assert(sum == 0); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, mover, 0);
    pthread_create(&second, 0, watcher, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
