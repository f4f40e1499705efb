// Different elements of one array do not race.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int a[4];

static void *work(void *argument)
{
    long first = (long)argument;
    a[first] = 1;
    a[first + 2] = 2;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0L);
    pthread_create(&two, 0, work, (void *)1L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a[0] + a[1] + a[2] + a[3] == 6);
    return 0;
}
