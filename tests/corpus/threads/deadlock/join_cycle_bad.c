// Two threads wait for each other's end.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <semaphore.h>

pthread_t one, two;
sem_t created;

static void *first(void *unused)
{
    sem_wait(&created);
    pthread_join(two, 0); //~ FINDING deadlock
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&created);
    pthread_join(one, 0); // the other half of the cycle
    return unused;
}

int main(void)
{
    sem_init(&created, 0, 0);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    sem_post(&created);
    sem_post(&created);
    pthread_exit(0);
}
