// A detached thread reports its end through a semaphore.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t done;
int result;

static void *work(void *unused)
{
    result = 1;
    sem_post(&done);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    sem_wait(&done);
    assert(result == 1);
    return 0;
}
