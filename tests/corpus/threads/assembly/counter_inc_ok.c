// A counter of x86 assembly: lock inc by some, lock add by others, and the last one out is told by lock dec.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

static int counter, left = 2, last;

static int leave(void)
{
    unsigned char zero;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(left), "=qm"(zero) : : "memory", "cc");
    return zero;
}

static void *one_more(void *unused)
{
    __asm__ volatile("lock; incl %0" : "+m"(counter));
    if (leave())
        last++;
    return unused;
}

static void *two_more(void *unused)
{
    __asm__ volatile("lock; addl %1, %0" : "=m"(counter) : "ir"(2), "m"(counter) : "cc");
    if (leave())
        last++;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, one_more, 0);
    pthread_create(&two, 0, two_more, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 3 && last == 1);
    return 0;
}
