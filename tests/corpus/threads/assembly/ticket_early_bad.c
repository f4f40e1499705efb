// A ticket lock of x86 assembly: who draws a ticket adds to the counter before it waits for its turn.
//@ verdict: unsafe
//@ flags: --volatile atomic
#include <assert.h>
#include <pthread.h>

static int next;
static volatile int served;
static int counter;

static void *add(void *unused)
{
    int ticket = 1;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(ticket), "+m"(next) : : "memory", "cc");
    counter++; //~ FINDING race
    while (served != ticket)
        __asm__ volatile("rep; nop" ::: "memory");
    served = ticket + 1;
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
