// Both threads hold both locks, taken in the same order.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *work(void *argument)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = (int)(long)argument;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)1L);
    pthread_create(&two, 0, work, (void *)2L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
