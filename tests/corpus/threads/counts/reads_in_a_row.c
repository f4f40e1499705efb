// One writer, and a reader that reads N times: the write comes before one of the reads or after all of them, which gives N + 1 traces.
//@ property: assert
//@ verdict: safe
//@ family: N=1,4,8
//@ flags: --memory-model=sc --reduce=dpor --summaries=off
//@ full_runs: 2 5 9
//@ blocked_runs: 0 0 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *reader(void *unused)
{
    int last = 0;
    for (int i = 0; i < N; i++) {
        int now = atomic_load(&x);
        assert(last <= now);
        last = now;
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    atomic_store(&x, 1);
    pthread_join(thread, 0);
    return 0;
}
