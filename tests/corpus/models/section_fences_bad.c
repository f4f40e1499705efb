// Two fences at the beginning of a section come one after the other, and the section behind both: what others do goes on as without it.
//@ revisions: auto c11 tso pso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int flag;
int count;

static void *set(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *look(void *unused)
{
    assert(atomic_load_explicit(&flag, memory_order_relaxed) == 1);  //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, set, 0);
    pthread_create(&two, 0, look, 0);
    raddle_atomic_begin();
    atomic_thread_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_seq_cst);
    count = 1;
    raddle_atomic_end();
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
