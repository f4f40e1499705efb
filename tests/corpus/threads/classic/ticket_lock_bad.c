// A ticket lock whose tickets are drawn in two steps: two threads may hold the same number.
//@ verdict: unsafe
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
    int ticket = next_ticket;
    next_ticket = ticket + 1;
    while (now_serving < ticket)
        ;
    counter++; //~ FINDING data-race
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
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
