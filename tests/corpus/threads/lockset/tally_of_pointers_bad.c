// What is kept in shared memory is the address of a variable of the call before, which is gone; the variable of this call has the same place.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int *shown, copy;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void step(int again)
{
    int own = 5;
    pthread_mutex_lock(&lock);
    if (again)
        copy = *shown; //~ FINDING memory
    shown = &own;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    step(0);
    step(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    int known = shown != 0;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return known > 1;
}
