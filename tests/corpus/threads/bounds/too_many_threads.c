// The third thread would be one too many while the others may still be alive: runs that create it then end there.
//@ property: assert
//@ verdict: unknown
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off --max-threads 3
//@[dpor] flags: --reduce=dpor --summaries=off --max-threads 3
//@[default] flags: --max-threads 3
//@ reason: U0107
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *add(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&threads[k], 0, add, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], 0);
    return 0;
}
