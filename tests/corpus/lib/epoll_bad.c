// With EPOLLONESHOT a descriptor is watched for one event only; nobody arms it again, so the second letter is waited for in vain.
//@ property: assert deadlock
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int work[2];

static void *sender(void *unused)
{
    assert(write(work[1], "a", 1) == 1);
    assert(write(work[1], "b", 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int set = epoll_create1(0);
    if (set < 0 || pipe(work))
        return 1;
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT};
    epoll_ctl(set, EPOLL_CTL_ADD, work[0], &event);
    pthread_create(&thread, NULL, sender, NULL);
    for (int letters = 0; letters < 2; letters++) {
        char letter;
        epoll_wait(set, &event, 1, -1); //~ FINDING deadlock
        assert(read(work[0], &letter, 1) == 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
