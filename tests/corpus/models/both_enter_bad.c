// Each says that it is there and looks for the other one, without fences: both may enter. That is a race under C11 alone, and no order of all operations is assumed.
//@ verdict: unsafe
//@ assumption: none
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here, there;
static int shared;

static void *other(void *unused)
{
    atomic_store_explicit(&there, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&here, memory_order_relaxed))
        shared++; //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    atomic_store_explicit(&here, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&there, memory_order_relaxed))
        shared++;
    pthread_join(thread, 0);
    return 0;
}
