// Two waits, one post.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <semaphore.h>

sem_t units;

static void *work(void *unused)
{
    sem_wait(&units); //~ FINDING deadlock
    return unused;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&units, 0, 0);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    sem_post(&units);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
