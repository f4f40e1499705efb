// Two threads wait for different things, each at a condition variable of its own.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c[3] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
int value;

static void *wait_for(void *argument)
{
    int wanted = (int)(long)argument;
    pthread_mutex_lock(&m);
    while (value < wanted)
        pthread_cond_wait(&c[wanted], &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, wait_for, (void *)1L);
    pthread_create(&second, 0, wait_for, (void *)2L);
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        value++;
        pthread_cond_signal(&c[value]);
        pthread_mutex_unlock(&m);
    }
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
