// A ticket lock: everybody draws a number and waits until it is served.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Threads; the benchmark has larger sizes.
#ifndef N
#define N 2
#endif

atomic_int next_ticket, now_serving;
int counter;

static void *work(void *unused)
{
    int ticket = atomic_fetch_add(&next_ticket, 1);
    while (now_serving != ticket)
        ;
    counter++;
    now_serving = ticket + 1;
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, work, 0);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    assert(counter == N);
    return 0;
}
