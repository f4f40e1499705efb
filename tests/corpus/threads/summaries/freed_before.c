// The pointer is the same whether the object was freed or not, and so is every cell: only the objects tell the states apart.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include "../litmus/litmus.h"
#include <stdlib.h>

int *p;
int s;

static void *t1(void *unused)
{
    STEP(s = 1);
    STEP(s = 2);
    free(p); //~ FINDING memory-double-free
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    p = malloc(sizeof *p);
    if (!p)
        exit(0);
    if (input(0, 1))
        s = 0;
    else
        free(p);
    start(t1);
    pthread_exit(0);
}
