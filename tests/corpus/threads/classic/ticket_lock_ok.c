// A ticket lock: everybody draws a number and waits until it is served.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

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
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 2);
    return 0;
}
