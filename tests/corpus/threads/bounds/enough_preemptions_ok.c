// A bound that cuts nothing does not taint the verdict.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off --preemptions 9 --max-threads 3
//@[dpor] flags: --reduce=dpor --summaries=off --preemptions 9 --max-threads 3
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count == 2);
    return 0;
}
