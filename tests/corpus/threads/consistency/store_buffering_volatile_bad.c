// Store buffering with volatile variables: they are no atomics, so the accesses race. What else may happen then is not explored, which is named.
//@ property: assert race
//@ verdict: unsafe
//@ assumption: A0201
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int a, b;

static void *one(void *unused)
{
    x = 1; //~ FINDING data-race
    a = y;
    return unused;
}

static void *two(void *unused)
{
    y = 1; //~ FINDING data-race
    b = x;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a == 1 || b == 1);
    return 0;
}
