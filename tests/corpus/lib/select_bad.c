// After select only the descriptors at which something happened are left in the set; this one reads from the other pipe as well, and waits for ever.
//@ property: assert deadlock race
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int quiet[2], busy[2];

static void *sender(void *unused)
{
    assert(write(busy[1], "x", 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    fd_set readable;
    char letter;
    if (pipe(quiet) || pipe(busy))
        return 1;
    pthread_create(&thread, NULL, sender, NULL);
    FD_ZERO(&readable);
    FD_SET(quiet[0], &readable);
    FD_SET(busy[0], &readable);
    assert(select(busy[0] + 1, &readable, NULL, NULL, NULL) == 1);
    assert(read(busy[0], &letter, 1) == 1);
    assert(read(quiet[0], &letter, 1) == 1); //~ FINDING deadlock
    pthread_join(thread, NULL);
    return 0;
}
