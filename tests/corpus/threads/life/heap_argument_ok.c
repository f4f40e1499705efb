// The argument belongs to the thread from its creation on, the result to main from the join on.
//@ property: assert memory race deadlock memory:leak
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    int *box = argument;
    int *result = malloc(sizeof *result);
    *result = *box + 1;
    free(box);
    return result;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int *box = malloc(sizeof *box);
    *box = 1;
    pthread_create(&thread, 0, work, box);
    pthread_join(thread, &result);
    assert(*(int *)result == 2);
    free(result);
    return 0;
}
