// Attributes say joinable, which is also the default.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int state;
    void *result;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_create(&thread, &attributes, work, (void *)9L);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, &result);
    assert((long)result == 9);
    return 0;
}
