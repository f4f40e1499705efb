// A timed wait may time out even if a unit comes in the end.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t units;

static void *giver(void *unused)
{
    sem_post(&units);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec deadline = {0, 0};
    sem_init(&units, 0, 0);
    pthread_create(&thread, 0, giver, 0);
    assert(sem_timedwait(&units, &deadline) == 0); //~ FINDING assertion
    pthread_join(thread, 0);
    return 0;
}
