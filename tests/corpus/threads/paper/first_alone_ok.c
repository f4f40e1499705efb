// N threads announce themselves; only one of them can find that it is alone, and it counts in step with a shared counter until it
// no longer is (assertion guided, Table 2: unveriftrue with 221 runs by its reduction and 27 with summaries).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=2
#include "paper.h"

int announced, shared;

static void *work(void *unused)
{
    int seen, own = 0;
    STEP(announced++);
    for (int k = 0; k < 3; k++) {
        STEP(seen = announced);
        if (seen == 1) {
            STEP(shared++; own++; raddle_check(shared == own));
        }
    }
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    for (int k = 0; k < N; k++)
        start(work, 0);
    pthread_exit(0);
}
