// A thread waits with select for either of two pipes, and reads from the one that has something; with a time it may find nothing.
//@ property: assert deadlock race
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int first[2], second[2];

static void *sender(void *unused)
{
    assert(write(second[1], "b", 1) == 1);
    assert(write(first[1], "a", 1) == 1);
    return unused;
}

static int wait_for_one(struct timeval *time, char *letter)
{
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(first[0], &readable);
    FD_SET(second[0], &readable);
    int count = select(second[0] + 1, &readable, NULL, NULL, time);
    if (count == 0) {
        assert(!FD_ISSET(first[0], &readable) && !FD_ISSET(second[0], &readable));
        return 0;
    }
    int chosen = FD_ISSET(first[0], &readable) ? first[0] : second[0];
    assert(FD_ISSET(chosen, &readable) && read(chosen, letter, 1) == 1);
    return count;
}

int main(void)
{
    pthread_t thread;
    char letters[2];
    struct timeval moment = {0, 1000};
    if (pipe(first) || pipe(second))
        return 1;
    pthread_create(&thread, NULL, sender, NULL);
    assert(wait_for_one(NULL, &letters[0]) > 0);
    if (wait_for_one(&moment, &letters[1]) == 0)
        assert(wait_for_one(NULL, &letters[1]) > 0);
    assert(letters[0] + letters[1] == 'a' + 'b');
    pthread_join(thread, NULL);
    return 0;
}
