// An invariant does not hide that the variable it speaks of is written without a lock.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries sliced pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[sliced] flags: --reduce=dpor --slice=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>
#include <raddle.h>

int x;

static int positive(void)
{
    return x >= 0;
}

static void *count(void *unused)
{
    x = x + 1; //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t one, other;
    raddle_invariant(positive);
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
