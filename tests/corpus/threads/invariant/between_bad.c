// Two threads write different variables of one invariant, which only a state between their writes breaks: the writes depend on
// each other although they touch different memory.
//@ property: assert
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

int x, y;

static int few(void)
{
    return x + y <= 3;
}

static void *first(void *unused)
{
    x = 2;
    x = 0;
    return unused;
}

static void *second(void *unused)
{
    y = 2;
    y = 0;
    return unused;
}

int main(void)
{
    pthread_t one, other;
    raddle_invariant(few); //~ FINDING invariant
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
