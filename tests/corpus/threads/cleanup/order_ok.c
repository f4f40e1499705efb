// Handlers run in the reverse order of their pushes, then destructors of keys; the result is that of pthread_exit.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int order;
pthread_key_t key;

static void append(void *digit)
{
    order = 10 * order + *(int *)digit;
}

static void *work(void *unused)
{
    static int digits[] = {1, 2, 3};
    pthread_setspecific(key, &digits[2]);
    pthread_cleanup_push(append, &digits[1]);
    pthread_cleanup_push(append, &digits[0]);
    pthread_exit(unused);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
}

int main(void)
{
    pthread_t thread;
    void *result = 0;
    pthread_key_create(&key, append);
    pthread_create(&thread, 0, work, &order);
    pthread_join(thread, &result);
    assert(result == &order);
    assert(order == 123);
    return 0;
}
