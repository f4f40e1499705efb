// Two numbers changed by two threads, each change under the lock of its number: the final values do not depend on the order.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
int data1 = 10, data2 = 10;

static void *up(void *unused)
{
    pthread_mutex_lock(&lock1);
    data1++;
    pthread_mutex_unlock(&lock1);
    pthread_mutex_lock(&lock2);
    data2++;
    pthread_mutex_unlock(&lock2);
    return unused;
}

static void *down(void *unused)
{
    pthread_mutex_lock(&lock1);
    data1 += 5;
    pthread_mutex_unlock(&lock1);
    pthread_mutex_lock(&lock2);
    data2 -= 6;
    pthread_mutex_unlock(&lock2);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, up, 0);
    pthread_create(&two, 0, down, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(data1 != 16 || data2 != 5); //~ FINDING assertion
    return 0;
}
