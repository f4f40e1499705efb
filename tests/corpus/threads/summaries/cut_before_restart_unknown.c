// What main reads decides what two threads do. If nothing was written yet, they write what nobody needs, N + 1 times each: without
// summaries that takes long, and has to begin again when an input turns up near the end. Otherwise a loop is longer than the bound in
// the first run, and never again, and every order leads to another value, so that learning takes a while. When the search that learns is at
// its end at last, the loop it met long ago must not be forgotten.
//@ property: assert
//@ flags: --unwind=8 --turns-eagerly
//@ verdict: unknown
//@ family: N=2..4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int written, noise, done;
atomic_uint value = 1;

static void *write_first(void *unused)
{
    written = 1;
    return unused;
}

static void *left(void *read)
{
    if (read == 0) {
        if (done)
            __VERIFIER_nondet_int();
        for (int k = 0; k < N + 1; k++)
            noise = k;
    } else {
        for (int m = 0; m < N; m++)
            value = 3 * value + 1;
        done = 1;
    }
    return 0;
}

static void *right(void *read)
{
    if (read == 0) {
        for (int k = 0; k < N + 1; k++)
            noise = -k;
        done = 1;
    } else {
        if (done)
            for (int k = 0; k < 10; k++)
                noise = k;
        for (int m = 0; m < N; m++)
            value = 5 * value + 2;
    }
    return 0;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, write_first, 0);
    void *read = (void *)(long)written;
    pthread_create(&two, 0, left, read);
    pthread_create(&three, 0, right, read);
    pthread_join(two, 0);
    pthread_join(three, 0);
    unsigned last = value;
    assert((last * last ^ last >> 7) % 65537 != 65536);
    return 0;
}
