// Store buffering with plain mov of x86 assembly: mfence between the two lets no processor show it.
//@ property: assert
//@ verdict: safe
//@ revisions: tso pso c11
//@ flags: --volatile atomic
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
//@[c11] flags: --memory-model c11
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int a, b;

static void set(volatile int *at)
{
    __asm__ volatile("movl %1, %0" : "=m"(*at) : "r"(1) : "memory");
}

static int get(volatile int *at)
{
    int value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}

static void *left(void *unused)
{
    set(&x);
    __asm__ volatile("mfence" ::: "memory");
    a = get(&y);
    return unused;
}

static void *right(void *unused)
{
    set(&y);
    __asm__ volatile("mfence" ::: "memory");
    b = get(&x);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a || b);
    return 0;
}
