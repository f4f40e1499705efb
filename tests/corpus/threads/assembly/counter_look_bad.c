// A counter of x86 assembly: who leaves looks at the number again, and both may see that nobody is left.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

static int counter, left = 2, last;

static int leave(void)
{
    int seen;
    __asm__ volatile("lock; decl %0" : "+m"(left) : : "memory", "cc");
    __asm__ volatile("lock; xaddl %0, %1" : "=r"(seen), "+m"(left) : "0"(0) : "memory", "cc");
    return seen == 0;
}

static void *one_more(void *unused)
{
    __asm__ volatile("lock; incl %0" : "+m"(counter));
    if (leave())
        last++; //~ FINDING race
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
    assert(counter == 3 && last == 1); //~ FINDING assertion
    return 0;
}
