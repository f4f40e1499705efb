// A thread waits for what another one will write, unless its input says that it is impatient.
//@ verdict: safe
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int flag;

static void *set(void *unused)
{
    flag = 1;
    return unused;
}

static void *wait(void *unused)
{
    int impatient = __VERIFIER_nondet_int();
    while (flag < 1 && !impatient)
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, wait, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
