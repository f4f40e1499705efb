// A wait gives a recursive mutex back once: locked twice, it stays held.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&changed, &m); // waits for ever
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attributes);
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&m); //~ FINDING deadlock
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
