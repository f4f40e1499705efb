// The result of the other thread is expected.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *twice(void *argument)
{
    return (void *)((long)argument * 2);
}

int main(void)
{
    pthread_t first, second;
    void *result;
    pthread_create(&first, 0, twice, (void *)3L);
    pthread_create(&second, 0, twice, (void *)4L);
    pthread_join(first, 0);
    pthread_join(second, &result);
    assert((long)result == 6); //~ FINDING assertion
    return 0;
}
