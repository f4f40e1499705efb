// The failure needs `y` to be set before the second thread looks at it. That thread sleeps where the order of its write and the
// check has to be reversed, because it was tried earlier; what lets it write, though, has to come first there, and is
// known only from what a pruned part would have done.
//@ property: assert
//@ verdict: unsafe
//@ revisions: dpor none_summaries dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

int x, y, z, p;

static void *t0(void *u)
{
    p = 2;
    return u;
}

static void *t1(void *u)
{
    int a = z;
    int b = x;
    assert(!(a && b));  //~ FINDING assertion
    return u;
}

static void *t2(void *u)
{
    p = 1;
    return u;
}

static void *t3(void *u)
{
    int r = y;
    if (r)
        x = 1;
    return u;
}

static void *t4(void *u)
{
    z = 1;
    return u;
}

static void *t5(void *u)
{
    y = 1;
    return u;
}

int main(void)
{
    pthread_t t[9];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_create(&t[2], 0, t2, 0);
    pthread_create(&t[3], 0, t3, 0);
    pthread_create(&t[4], 0, t4, 0);
    pthread_create(&t[5], 0, t5, 0);
    return 0;
}
