// A spin lock of x86 assembly: xchg takes it, a store gives it back.
//@ verdict: safe
//@ flags: --volatile atomic
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int counter;

static void take(void)
{
    int held = 1;
    for (;;) {
        __asm__ volatile("xchgl %0, %1" : "+r"(held), "+m"(lock) : : "memory");
        if (!held)
            return;
        __asm__ volatile("pause" ::: "memory");
        held = 1;
    }
}

static void give(void)
{
    __asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
}

static void *add(void *unused)
{
    take();
    counter++;
    give();
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 2);
    return 0;
}
