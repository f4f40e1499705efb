// A thread asks a function for a flag that nobody sets, and gets the answer by reference: it waits for ever, whatever it stores meanwhile is there already.
//@ flags: -p deadlock
//@ verdict: unsafe
//@ revisions: default none c11 tso
//@[none] flags: --reduce=none --summaries=off
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;

static void ask(int *answer)
{
    *answer = atomic_load(&flag); //~ FINDING livelock
}

static void *waiter(void *unused)
{
    int answer = 0;
    while (!answer)
        ask(&answer);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    return 0;
}
