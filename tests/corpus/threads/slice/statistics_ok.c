// Two threads count without a lock what no assertion depends on. In whatever order: once is enough, unless races
// are in question.
//@ property: assert
//@ verdict: safe
//@ family: N=1..3
//@ revisions: off on
//@[off] flags: --slice=off --summaries=off
//@[on] flags: --slice=on --summaries=off
//@[off] runs: >= 3 3 3
//@[on] runs: 1 1 1
#include <assert.h>
#include <pthread.h>

int statistics;

static void *work(void *argument) {
    int own = 0;
    for (int i = 0; i < N; i++) {
        statistics++;
        own++;
    }
    assert(own == N);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
