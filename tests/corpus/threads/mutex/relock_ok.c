// The function that needs the lock is called without it.
//@ property: assert deadlock
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void add(void)
{
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    add();
    add();
    assert(counter == 2);
    return 0;
}
