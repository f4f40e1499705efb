// What was joined may have been cancelled: its result is a number, which points nowhere.
// from: --at T1=@behind
// verdict: unsafe
// finding: R0101 @assert
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int cancelled;

static void *worker(void *argument) {
    pause();
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    if (result == PTHREAD_CANCELED)
        cancelled = 1; // @behind
    assert(!cancelled); // @assert
    return 0;
}
