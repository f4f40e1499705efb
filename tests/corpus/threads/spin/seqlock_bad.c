// The writer changes one of two values before it makes the sequence number odd.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sequence, a, b;

static void *writer(void *unused)
{
    a = 1;
    sequence++;
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
    assert(first == second); //~ FINDING assert
    pthread_join(thread, 0);
    return 0;
}
