// Two threads increment N times by an atomic addition.
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *work(void *unused)
{
    for (int k = 0; k < N; k++)
        atomic_fetch_add(&counter, 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2 * N);
    return 0;
}
