// thrd_create and thrd_join with the result of the thread.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

static int twice(void *argument)
{
    return *(int *)argument * 2;
}

int main(void)
{
    thrd_t thread;
    int number = 4, result;
    assert(thrd_create(&thread, twice, &number) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success);
    assert(result == 8);
    return 0;
}
