// A timed wait gets a unit or times out; the units are not lost.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
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
    int left, result;
    sem_init(&units, 0, 0);
    pthread_create(&thread, 0, giver, 0);
    result = sem_timedwait(&units, &deadline);
    assert(result == 0 || errno == ETIMEDOUT);
    pthread_join(thread, 0);
    sem_getvalue(&units, &left);
    assert(left == (result == 0 ? 0 : 1));
    return 0;
}
