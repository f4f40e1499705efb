// A reader goes round until the sequence number is even and has not changed.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sequence, a, b;

static void *writer(void *unused)
{
    sequence++;
    a = 1;
    b = 1;
    sequence++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int start, first, second;
    pthread_create(&thread, 0, writer, 0);
    do {
        start = sequence;
        first = a;
        second = b;
    } while (start & 1 || sequence != start);
    assert(first == second);
    pthread_join(thread, 0);
    return 0;
}
