// The argument changes while the thread may read it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

static int twice(void *argument)
{
    return *(int *)argument * 2; //~ FINDING data-race
}

int main(void)
{
    thrd_t thread;
    int number = 4, result;
    thrd_create(&thread, twice, &number);
    number = 5;
    thrd_join(thread, &result);
    assert(result == 8); //~ FINDING assertion
    return 0;
}
