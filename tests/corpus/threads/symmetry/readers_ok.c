// N readers and one writer of two variables that are equal whenever nobody writes.
//@ property: assert deadlock
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    a++;
    b++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t readers[N], other;
    for (int k = 0; k < N; k++)
        pthread_create(&readers[k], 0, reader, 0);
    pthread_create(&other, 0, writer, 0);
    for (int k = 0; k < N; k++)
        pthread_join(readers[k], 0);
    pthread_join(other, 0);
    return 0;
}
