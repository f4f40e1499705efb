// A semaphore is destroyed while another thread is on its way to wait for it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <semaphore.h>

sem_t units;

static void *work(void *unused)
{
    sem_wait(&units); //~ FINDING uninitialised-sync
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&units, 0, 1);
    pthread_create(&thread, 0, work, 0);
    sem_destroy(&units);
    pthread_join(thread, 0);
    return 0;
}
