// Many threads that write, and then some that look: who looks comes between the two writes of the first one. All others have to wait until then, and those that look are created last.
//@ verdict: unsafe
//@ flags: --first
//@ family: N=8,12,16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITERS = N, READERS = 4 };

static atomic_int first, second;

static void *write_both(void *unused)
{
    first = 1;
    second = 1;
    return unused;
}

static void *look(void *unused)
{
    int both = first;
    assert(both == second); //~ FINDING assert
    return unused;
}

int main(void)
{
    pthread_t threads[WRITERS + READERS];
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&threads[i], 0, write_both, 0);
    for (int i = WRITERS; i < WRITERS + READERS; i++)
        pthread_create(&threads[i], 0, look, 0);
    for (int i = 0; i < WRITERS + READERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
