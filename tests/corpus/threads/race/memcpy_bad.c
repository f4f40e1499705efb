// A copy of a whole structure reads the field that the other thread writes.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <string.h>

struct pair {
    int a, b;
} source, target;

static void *copy(void *unused)
{
    memcpy(&target, &source, sizeof target); //~ FINDING data-race
    return unused;
}

static void *change(void *unused)
{
    source.b = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, copy, 0);
    pthread_create(&two, 0, change, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
