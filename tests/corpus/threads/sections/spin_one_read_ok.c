// A loop that only reads one variable waits for it.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;
int data;

static void *waiter(void *unused)
{
    while (!go)
        ;
    assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    data = 1;
    go = 1;
    pthread_join(thread, 0);
    return 0;
}
