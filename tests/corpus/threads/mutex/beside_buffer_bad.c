// Nobody initialised a mutex beside a buffer in which a byte is copied, at places that inputs choose.
//@ property: assert memory race deadlock
//@ verdict: unsafe
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static struct shared {
    char bytes[12];
    pthread_mutex_t mutex;
} *shared;

static void *copy(void *unused)
{
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    if (from >= 4 || to >= 12)
        return unused;
    pthread_mutex_lock(&shared->mutex); //~ FINDING uninitialised-sync
    shared->bytes[to] = shared->bytes[from];
    pthread_mutex_unlock(&shared->mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    memset(shared->bytes, 1, 4);
    pthread_create(&thread, NULL, copy, NULL);
    copy(NULL);
    pthread_join(thread, NULL);
    free(shared);
    return 0;
}
