// The pointer is set to null between the test and the use.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

int value;
_Atomic(int *) pointer = &value;

static void *user(void *unused)
{
    if (pointer)
        *pointer = 1; //~ FINDING memory-null-dereference
    return unused;
}

static void *clearer(void *unused)
{
    pointer = 0;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, user, 0);
    pthread_create(&two, 0, clearer, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
