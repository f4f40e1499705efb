// There is room for one more unit: either of two posts may be the one that is refused.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor full
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

sem_t units;
int refused;

static void *first(void *argument)
{
    if (sem_post(&units) != 0)
        refused = 1;
    return argument;
}

static void *second(void *argument)
{
    if (sem_post(&units) != 0)
        refused = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&units, 0, SEM_VALUE_MAX - 1);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(refused != 1);  //~ FINDING assert
    assert(refused != 2);  //~ FINDING assert
    return 0;
}
