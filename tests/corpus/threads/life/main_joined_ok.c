// Another thread joins main, which ended by pthread_exit, and gets its result.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_t first;
int result;

static void *work(void *unused)
{
    void *value = 0;
    pthread_join(first, &value);
    assert(value == &result && result == 7);
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, work, 0);
    result = 7;
    pthread_exit(&result);
}
