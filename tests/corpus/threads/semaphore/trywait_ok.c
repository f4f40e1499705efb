// Of two tries for one unit that is not given back, exactly one succeeds; the other says EAGAIN.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t units;
int taken[2];

static void *work(void *argument)
{
    if (sem_trywait(&units) == 0)
        taken[(long)argument] = 1;
    else
        assert(errno == EAGAIN);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    int left;
    sem_init(&units, 0, 1);
    pthread_create(&first, 0, work, (void *)0L);
    pthread_create(&second, 0, work, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(taken[0] + taken[1] == 1);
    sem_getvalue(&units, &left);
    assert(left == 0);
    return 0;
}
