// A thread that waits for ever is no deadlock if main returns and ends the process.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <semaphore.h>

sem_t never;

static void *work(void *unused)
{
    sem_wait(&never);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, work, 0);
    return 0;
}
