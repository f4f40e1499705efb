// The writer keeps its end of the pipe open, so the reader waits for ever.
//@ property: assert race deadlock memory
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int prepared;

static void *reader(void *unused)
{
    char letter, expected = 'a';
    while (read(ends[0], &letter, 1) == 1) //~ FINDING deadlock
        assert(letter == expected++);
    assert(expected == 'c');
    assert(prepared == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, reader, NULL);
    prepared = 1;
    assert(write(ends[1], "ab", 2) == 2);
    pthread_join(thread, NULL);
    return 0;
}
