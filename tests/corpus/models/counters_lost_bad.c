// Adding by a load and a store loses updates, whatever their orders are.
//@ verdict: unsafe
//@ flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *add(void *unused)
{
    int before = atomic_load(&counter);
    atomic_store(&counter, before + 1);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(atomic_load(&counter) == 2);  //~ FINDING assertion
    return 0;
}
