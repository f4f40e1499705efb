// With two units both threads are inside.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t units;
int counter;

static void *work(void *unused)
{
    sem_wait(&units);
    counter++; //~ FINDING data-race
    sem_post(&units);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&units, 0, 2);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
