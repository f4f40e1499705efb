// Each thread waits for a unit that the other one would give later.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <semaphore.h>

sem_t a, b;

static void *first(void *unused)
{
    sem_wait(&a); //~ FINDING deadlock
    sem_post(&b);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&b);
    sem_post(&a);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&a, 0, 0);
    sem_init(&b, 0, 0);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
