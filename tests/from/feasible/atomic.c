// One thread stores, the other one looks twice. Accesses that synchronise are choices where feasible paths are counted: the store may come between the two.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int own[2], seen;

static void *store(void *unused)
{
    own[0] = 1; // @one
    atomic_store(&flag, 1);
    return unused;
}

static void *look(void *unused)
{
    own[1] = 1; // @two
    if (atomic_load(&flag))
        seen += 1;
    if (atomic_load(&flag))
        seen += 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, store, 0);
    pthread_create(&two, 0, look, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return seen;
}
