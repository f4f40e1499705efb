// A ticket lock of x86 assembly: xadd draws a ticket, and who leaves lets the next one in.
//@ verdict: safe
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
    while (served != ticket)
        __asm__ volatile("rep; nop" ::: "memory");
    counter++;
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
    assert(counter == 2);
    return 0;
}
