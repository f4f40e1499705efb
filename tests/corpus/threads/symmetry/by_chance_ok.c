// Each thread looks at its own element by chance, and writes another one, which nobody looks at.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
#include <assert.h>
#include <pthread.h>

int x[3];
int other[2] = {2, 2};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *work(void *argument) {
    long own = (long)argument;
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_int())
        assert(x[own] == 0);
    x[other[own]] = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
