// Two readers and a writer of one variable: the readers need not see the same value.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int seen[2];

static void *reader(void *argument)
{
    seen[(long)argument] = x;
    return 0;
}

static void *writer(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, reader, (void *)0L);
    pthread_create(&two, 0, reader, (void *)1L);
    pthread_create(&three, 0, writer, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert(seen[0] == seen[1]); //~ FINDING assertion
    return 0;
}
