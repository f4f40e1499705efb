// A second caller waits until the function that the first caller runs has ended.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int half, whole;

static void initialise(void)
{
    pthread_mutex_lock(&m);
    half = 1;
    pthread_mutex_unlock(&m);
    whole = 1;
}

static void *work(void *unused)
{
    pthread_once(&once, initialise);
    assert(half == 1 && whole == 1);
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
