// A section counts as one write, also through pointers and where sections are nested.
//@ property: assert
//@ verdict: safe
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

int taken, given;

static int balanced(void)
{
    return taken == given;
}

static void add(int *to)
{
    *to += 1;
}

static void *move(void *unused)
{
    raddle_atomic_begin();
    add(&taken);
    raddle_atomic_begin();
    add(&given);
    raddle_atomic_end();
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t one, other;
    raddle_invariant(balanced);
    pthread_create(&one, 0, move, 0);
    pthread_create(&other, 0, move, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
