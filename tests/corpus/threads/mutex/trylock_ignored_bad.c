// The result of the try-lock is ignored: the counter is unprotected, and a mutex of another thread is unlocked.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *work(void *unused)
{
    pthread_mutex_trylock(&m);
    counter++; //~ FINDING data-race
    pthread_mutex_unlock(&m); //~ FINDING unlock-not-owner
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
