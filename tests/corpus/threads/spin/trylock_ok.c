// A spinlock that is taken is busy.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

static void *work(void *unused)
{
    int result = pthread_spin_trylock(&lock);
    assert(result == 0 || result == EBUSY);
    if (result == 0) {
        counter++;
        pthread_spin_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter >= 1);
    return 0;
}
