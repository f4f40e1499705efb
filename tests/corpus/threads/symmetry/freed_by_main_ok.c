// Each thread leaves memory behind, main frees the last one's and looks at another one's.
//@ property: assert memory
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2..3
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *cells[N], *last;

static void *worker(void *argument)
{
    int *own = malloc(sizeof *own);
    if (!own)
        abort();
    *own = 7;
    cells[(long)argument] = own;
    pthread_mutex_lock(&lock);
    last = own;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    free(last);
    if (last != cells[0])
        assert(*cells[0] == 7);
    return 0;
}
