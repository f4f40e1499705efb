// Main waits for the child but not for the grandchild.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int value;

static void *inner(void *unused)
{
    value = 5; //~ FINDING data-race
    return unused;
}

static void *outer(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
    return unused;
}

int main(void)
{
    pthread_t child;
    pthread_create(&child, 0, outer, 0);
    pthread_join(child, 0);
    assert(value == 5); //~ FINDING assertion
    return 0;
}
