// Structs are copied under a lock.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
} shared;

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    struct pair both = {1, 1};
    pthread_mutex_lock(&m);
    shared = both;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    struct pair seen = shared;
    pthread_mutex_unlock(&m);
    assert(seen.a == seen.b);
    pthread_join(thread, 0);
    return 0;
}
