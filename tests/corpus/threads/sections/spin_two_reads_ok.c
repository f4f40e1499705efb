// A loop over two variables ends when both are set, whichever comes first.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void *waiter(void *unused)
{
    while (!(a && b))
        ;
    assert(a == 1 && b == 1);
    return unused;
}

static void *set_a(void *unused)
{
    a = 1;
    return unused;
}

static void *set_b(void *unused)
{
    b = 1;
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, waiter, 0);
    pthread_create(&second, 0, set_a, 0);
    pthread_create(&third, 0, set_b, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
