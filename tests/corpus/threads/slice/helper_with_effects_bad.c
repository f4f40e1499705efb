// A function that computes and also counts is needed wherever it is called, not only where its result is.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

static int twice(int number, int *calls)
{
    *calls += 1;
    return 2 * number;
}

static void *work(void *argument)
{
    int calls = 0;
    (void)twice(3, &calls);
    int even = twice((int)(long)argument, &calls);
    assert(even % 2 == 0 && calls < 2); //~ FINDING assertion
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, work, (void *)k);
    return 0;
}
