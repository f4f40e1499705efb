// The unit need not be there when the try is made.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t units;

static void *giver(void *unused)
{
    sem_post(&units);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&units, 0, 0);
    pthread_create(&thread, 0, giver, 0);
    assert(sem_trywait(&units) == 0); //~ FINDING assertion
    pthread_join(thread, 0);
    return 0;
}
