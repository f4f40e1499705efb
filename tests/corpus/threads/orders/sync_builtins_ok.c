// The old builtins are full barriers.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>

int flag;
int data;

static void *writer(void *unused)
{
    data = 1;
    __sync_fetch_and_add(&flag, 1);
    return unused;
}

static void *reader(void *unused)
{
    if (__sync_fetch_and_add(&flag, 0)) {
        int seen = data;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
