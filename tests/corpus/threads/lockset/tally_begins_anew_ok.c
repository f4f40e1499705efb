// Whoever is alone may store what it likes: before the others are created, and after they were joined.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] states: <= 3
//@[default] counter.pruned_by_locksets: 1
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, work, 0);
    pthread_join(first, 0);
    assert(count == 1);
    count = 10;
    pthread_create(&second, 0, work, 0);
    pthread_create(&third, 0, work, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    assert(count == 12);
    count = -1;
    assert(count == -1);
    return 0;
}
