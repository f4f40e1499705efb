// Only one of two threads takes the lock. The report tells the call stacks of both, what they hold, and ends with both accesses.
//@ verdict: unsafe
//@ output: T1 holds m
//@ output: call stack of the other access
//@ output: races with
//@ output: writes counter: 2
//@ output: T1 is created here
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void add(int amount)
{
    counter += amount; //~ FINDING race
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    add(1);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    add(2);
    pthread_join(thread, 0);
    return 0;
}
