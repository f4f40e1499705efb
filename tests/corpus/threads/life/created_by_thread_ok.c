// A thread creates a thread and hands its handle to main, which joins it.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_t grandchild;
int value;

static void *inner(void *unused)
{
    value = 5;
    return unused;
}

static void *outer(void *unused)
{
    pthread_create(&grandchild, 0, inner, 0);
    return unused;
}

int main(void)
{
    pthread_t child;
    pthread_create(&child, 0, outer, 0);
    pthread_join(child, 0);
    pthread_join(grandchild, 0);
    assert(value == 5);
    return 0;
}
