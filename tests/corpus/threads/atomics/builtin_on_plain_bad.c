// The builtin is atomic, the plain increment beside it is not.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int counter;

static void *careful(void *unused)
{
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *careless(void *unused)
{
    counter++; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, careful, 0);
    pthread_create(&second, 0, careless, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
