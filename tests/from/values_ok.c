// What a backtrace shows of parameters is used if asked for: with it, `n` is 3 and `to` the second slot; without it they are anything that a caller may give.
// from: --backtrace values.bt --backtrace-values -p assert
// verdict: safe
// from: --backtrace values.bt -p assert
// verdict: unsafe
// finding: R0101 @count
// finding: R0101 @place
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int slots[4];

static void put(int *to, int n, int **unknown)
{
    n += __VERIFIER_nondet_int() & 1;
    *to = n;
    assert(n <= 4); // @count
    assert(to == &slots[1]); // @place
    (void)unknown;
}

static void *work(void *argument)
{
    int *place = &slots[__VERIFIER_nondet_int() & 3];
    put(place, __VERIFIER_nondet_int() & 15, &place);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
