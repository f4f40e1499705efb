// An event loop with epoll: a pipe of work, and a counter of events that ends the loop.
//@ property: assert deadlock race memory
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int work[2], wakeup;

static void *sender(void *unused)
{
    uint64_t one = 1;
    assert(write(work[1], "ab", 2) == 2);
    assert(write(wakeup, &one, sizeof one) == sizeof one);
    return unused;
}

static void watch(int set, int number)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = number};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, number, &event) == 0);
}

int main(void)
{
    pthread_t thread;
    int set = epoll_create1(0), letters = 0, runs = 1;
    wakeup = eventfd(0, 0);
    if (set < 0 || wakeup < 0 || pipe(work))
        return 1;
    watch(set, work[0]);
    watch(set, wakeup);
    pthread_create(&thread, NULL, sender, NULL);
    while (runs) {
        struct epoll_event events[4];
        int count = epoll_wait(set, events, 4, -1);
        assert(count == 1 || count == 2);
        for (int index = 0; index < count; index++) {
            assert(events[index].events == EPOLLIN);
            if (events[index].data.fd == work[0]) {
                char letter;
                assert(read(work[0], &letter, 1) == 1 && letter == 'a' + letters);
                letters++;
            } else {
                runs = letters < 2;
            }
        }
    }
    pthread_join(thread, NULL);
    assert(letters == 2);
    assert(epoll_ctl(set, EPOLL_CTL_DEL, work[0], NULL) == 0);
    struct epoll_event none;
    assert(epoll_wait(set, &none, 1, 0) == 1 && none.data.fd == wakeup);
    close(set);
    return 0;
}
