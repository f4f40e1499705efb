// The index is checked, then changed by the other thread, then used.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

int a[2];
atomic_int index_;

static void *user(void *unused)
{
    if (index_ < 2)
        a[index_] = 1; //~ FINDING memory-out-of-bounds
    return unused;
}

static void *mover(void *unused)
{
    index_ = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, user, 0);
    pthread_create(&two, 0, mover, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
