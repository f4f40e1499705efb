// Each thread has a heap object of its own.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    int *own = malloc(sizeof *own);
    *own = *(int *)argument;
    *own += 1;
    *(int *)argument = *own;
    free(own);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    int a = 1, b = 2;
    pthread_create(&first, 0, work, &a);
    pthread_create(&second, 0, work, &b);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a == 2 && b == 3);
    return 0;
}
