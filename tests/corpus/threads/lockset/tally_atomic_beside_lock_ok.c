// Both threads add under the lock, one of them in two steps: nothing is lost.
//@ verdict: safe
//@ property: assert
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *careful(void *unused)
{
    pthread_mutex_lock(&lock);
    int found = atomic_load(&count);
    atomic_store(&count, found + 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *quick(void *unused)
{
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&count, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, careful, 0);
    pthread_create(&b, 0, quick, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
