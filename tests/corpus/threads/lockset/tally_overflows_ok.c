// A signed sum may leave its range on the way, though not in the end: that is taken for granted only where it is said.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@ assumption: A0110
#include <assert.h>
#include <pthread.h>

int count = 0x7ffffffe;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *more(void *unused)
{
    pthread_mutex_lock(&lock);
    count += 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *less(void *unused)
{
    pthread_mutex_lock(&lock);
    count -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, more, 0);
    pthread_create(&two, 0, less, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count == 0x7ffffffe);
    return 0;
}
