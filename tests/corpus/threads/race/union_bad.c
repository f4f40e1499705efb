// Members of a union overlap: a byte of the one is a part of the other.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

union {
    int word;
    char bytes[4];
} both;

static void *work(void *unused)
{
    both.bytes[3] = 1; //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    both.word = 5; //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
