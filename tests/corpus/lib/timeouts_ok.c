// Waits with a time-out end although nothing ever comes: no deadlock.
//@ verdict: safe
//@ flags: -D_GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int ends[2], word;

static void *wait_for_nothing(void *unused)
{
    struct pollfd asked = {ends[0], POLLIN, 0};
    struct timeval second = {1, 0};
    struct timespec moment = {0, 1000};
    struct epoll_event event = {.events = EPOLLIN}, happened;
    fd_set readable;
    int watcher = epoll_create1(0);
    assert(poll(&asked, 1, 100) == 0);
    FD_ZERO(&readable);
    FD_SET(ends[0], &readable);
    assert(select(ends[0] + 1, &readable, NULL, NULL, &second) == 0 && !FD_ISSET(ends[0], &readable));
    assert(epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], &event) == 0);
    assert(epoll_wait(watcher, &happened, 1, 5) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &moment, NULL, 0) == -1 && errno == ETIMEDOUT);
    second.tv_sec = -1;
    assert(select(0, NULL, NULL, NULL, &second) == -1 && errno == EINVAL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, wait_for_nothing, NULL);
    pthread_join(thread, NULL);
    return 0;
}
