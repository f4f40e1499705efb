// A thread creates another one that adds, too, and that nobody joins.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *work(void *unused)
{
    pthread_t child;
    pthread_create(&child, 0, add, 0);
    return add(unused);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    assert(count == 2); //~ FINDING assertion
    pthread_mutex_unlock(&lock);
    return 0;
}
