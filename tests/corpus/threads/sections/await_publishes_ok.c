// A section waits for a value that another section stores: it is ordered behind the plain write before that one, because it
// cannot read anything else.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <raddle.h>

int x;

static void *store(void *unused)
{
    x = 0;
    raddle_atomic_begin();
    x = 1;
    raddle_atomic_end();
    return unused;
}

static void *wait(void *unused)
{
    raddle_atomic_begin();
    raddle_await(x == 1);
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, store, 0);
    pthread_create(&two, 0, wait, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
