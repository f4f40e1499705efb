// A thread signals and leaves by thrd_exit; its keys are destroyed, its result arrives.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;
tss_t key;
int ready, destroyed;

static void destroy(void *value)
{
    destroyed += *(int *)value;
}

static int work(void *unused)
{
    (void)unused;
    mtx_lock(&lock);
    ready = 1;
    tss_set(key, &ready);
    cnd_signal(&changed);
    mtx_unlock(&lock);
    thrd_exit(5);
}

int main(void)
{
    thrd_t thread;
    int result = 0;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    assert(tss_create(&key, destroy) == thrd_success);
    thrd_create(&thread, work, 0);
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    thrd_join(thread, &result);
    assert(result == 5 && destroyed == 1 && tss_get(key) == 0);
    tss_delete(key);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
