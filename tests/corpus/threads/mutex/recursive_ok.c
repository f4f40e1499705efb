// A recursive mutex is locked twice and unlocked twice.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int counter;

static void add(int n)
{
    pthread_mutex_lock(&m);
    if (n > 0) {
        counter++;
        add(n - 1);
    }
    pthread_mutex_unlock(&m);
}

static void *work(void *unused)
{
    add(2);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 4);
    pthread_mutex_destroy(&m);
    return 0;
}
