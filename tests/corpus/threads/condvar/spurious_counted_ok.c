// A thread that counts its wake-ups can count any number of them: few in a row are explored, and that is said.
//@ verdict: safe
//@ assumption: A0202
//@ revisions: none dpor summaries states pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[summaries] flags: --reduce=dpor --summaries=on
//@[states] flags: --reduce=none --summaries=on
//@[pdpor] flags: --reduce=pdpor
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
unsigned wakeups;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_cond_wait(&c, &m);
        wakeups++;
    }
    assert(ready);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
