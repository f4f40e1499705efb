// A counter of events wakes the thread that waits for it, and poll tells when there is something to read.
//@ property: assert race deadlock
//@ verdict: safe
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int events, result;

static void *work(void *unused)
{
    uint64_t one = 1;
    result = 42;
    write(events, &one, sizeof one);
    return unused;
}

int main(void)
{
    pthread_t thread;
    uint64_t count;
    events = eventfd(0, 0);
    pthread_create(&thread, NULL, work, NULL);
    struct pollfd polled = {events, POLLIN, 0};
    assert(poll(&polled, 1, -1) == 1 && polled.revents == POLLIN);
    assert(read(events, &count, sizeof count) == sizeof count && count == 1);
    assert(result == 42);
    pthread_join(thread, NULL);
    close(events);
    return 0;
}
