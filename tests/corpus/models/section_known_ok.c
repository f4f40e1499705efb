// What a section wrote may be read without one by who saw in another section that it had been there.
//@ revisions: auto c11 tso pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int before;
int data, ready;

static void *writer(void *unused)
{
    atomic_store_explicit(&before, 1, memory_order_relaxed);
    raddle_atomic_begin();
    data = 1;
    ready = 1;
    raddle_atomic_end();
    return unused;
}

static void *reader(void *unused)
{
    raddle_atomic_begin();
    int is_ready = ready;
    raddle_atomic_end();
    if (is_ready) {
        assert(data == 1);
        assert(atomic_load_explicit(&before, memory_order_relaxed) == 1);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
