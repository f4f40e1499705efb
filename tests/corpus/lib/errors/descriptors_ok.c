// Errors of pipes and counters of events.
//@ property: assert memory
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    uint64_t count = 0;
    signal(SIGPIPE, SIG_IGN);
    assert(pipe2(ends, O_NONBLOCK) == 0);
    assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
    assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
    assert(write(ends[0], "x", 1) == -1 && errno == EBADF);
    assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
    struct pollfd polled[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
    assert(poll(polled, 2, 0) == 1 && polled[0].revents == 0 && polled[1].revents == POLLOUT);
    assert(write(ends[1], "xy", 2) == 2);
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    assert(poll(polled, 1, -1) == 1 && polled[0].revents == POLLIN);
    assert(close(ends[0]) == 0);
    assert(close(ends[0]) == -1 && errno == EBADF);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    assert(close(ends[1]) == 0);
    int events = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);
    assert(read(events, &count, 4) == -1 && errno == EINVAL);
    assert(read(events, &count, 8) == 8 && count == 1);
    assert(read(events, &count, 8) == 8 && count == 1);
    assert(read(events, &count, 8) == -1 && errno == EAGAIN);
    assert((fcntl(events, F_GETFL) & O_NONBLOCK) != 0);
    assert(read(-1, &byte, 1) == -1 && errno == EBADF);
    return 0;
}
