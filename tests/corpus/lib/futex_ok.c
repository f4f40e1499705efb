// A lock of one's own: whoever waits sleeps on a futex, and whoever leaves wakes one sleeper.
//@ property: assert race deadlock
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock;
static int count;

static void take(void)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(&lock, &expected, 1))
        return;
    while (atomic_exchange(&lock, 2) != 0)
        syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void leave(void)
{
    if (atomic_exchange(&lock, 0) == 2)
        syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *work(void *unused)
{
    take();
    count++;
    leave();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
