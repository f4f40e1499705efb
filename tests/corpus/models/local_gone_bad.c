// The address of a local variable is published and the function returns: who uses it then is told so, and of no race that nobody can replay.
//@ verdict: unsafe
//@ assumption: none
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) published;

static void publish(void)
{
    atomic_int local = 0;
    atomic_store_explicit(&published, &local, memory_order_release);
}

static void *late(void *unused)
{
    atomic_int *found = atomic_load_explicit(&published, memory_order_acquire);
    if (found)
        atomic_store_explicit(found, 1, memory_order_relaxed); //~ FINDING memory-stack-use-after-return
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, late, 0);
    publish();
    pthread_join(thread, 0);
    return 0;
}
