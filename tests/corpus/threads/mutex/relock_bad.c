// A normal mutex is locked by the thread that holds it.
//@ property: deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void add(void)
{
    pthread_mutex_lock(&m); //~ FINDING self-lock
    counter++;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_mutex_lock(&m);
    add();
    pthread_mutex_unlock(&m);
    return 0;
}
