// Joining as C11 has it: what a thread returns comes through, and a thread that waits to join another one can be cancelled.
//@ property: assert race
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int joined;

static int answer(void *unused)
{
    (void)unused;
    return 42;
}

static void *join(void *unused)
{
    thrd_t thread;
    int result = 0;
    thrd_create(&thread, answer, NULL);
    thrd_join(thread, &result);
    assert(result == 42);
    joined = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, join, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(joined);  //~ FINDING assertion
    return 0;
}
