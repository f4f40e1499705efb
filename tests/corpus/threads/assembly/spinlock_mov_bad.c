// A spin lock of x86 assembly that looks with one mov and takes with another: two may see it free.
//@ verdict: unsafe
//@ flags: --volatile atomic
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int counter;

static void take(void)
{
    int held;
    for (;;) {
        __asm__ volatile("movl %1, %0" : "=r"(held) : "m"(lock) : "memory");
        if (!held) {
            __asm__ volatile("movl $1, %0" : "=m"(lock) : : "memory");
            return;
        }
        __asm__ volatile("pause" ::: "memory");
    }
}

static void give(void)
{
    __asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
}

static void *add(void *unused)
{
    take();
    counter++; //~ FINDING race
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
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
