// The second thread joins the first one, main the second: everything is ordered.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_t first;
int x;

static void *inner(void *unused)
{
    x = 1;
    return unused;
}

static void *outer(void *unused)
{
    pthread_join(first, 0);
    x++;
    return unused;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, 0, inner, 0);
    pthread_create(&second, 0, outer, 0);
    pthread_join(second, 0);
    assert(x == 2);
    return 0;
}
