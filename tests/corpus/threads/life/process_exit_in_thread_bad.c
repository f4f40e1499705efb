// exit() in one thread ends the process before or after the assertion of the other.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

static void *work(void *unused)
{
    assert(unused != 0); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, leave, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
