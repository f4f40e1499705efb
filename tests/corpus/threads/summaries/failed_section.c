// A section that failed is put back to where it began. What was learnt of that failure depends on the local variable it looked at:
// where that has another value the section succeeds, and lets another thread go on to a race.
//@ verdict: unsafe
//@ property: assert race
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

int x = 1, y;

static void *section(void *unused)
{
    int before = y;  //~ FINDING data-race
    raddle_atomic_begin();
    int now = y;  //~ FINDING data-race
    x = 0;
    assert(now == before);  //~ FINDING assertion
    raddle_atomic_end();
    return unused;
}

static void *one(void *unused)
{
    y = 1;
    raddle_atomic_begin();
    raddle_await(x == 1);  //~ FINDING data-race
    raddle_atomic_end();
    return unused;
}

static void *other(void *unused)
{
    raddle_atomic_begin();
    raddle_await(x != 1);
    raddle_atomic_end();
    x = 0;
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, section, 0);
    pthread_create(&t[1], 0, one, 0);
    pthread_create(&t[2], 0, other, 0);
    pthread_exit(0);
}
