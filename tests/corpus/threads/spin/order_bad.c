// Two spinlocks in opposite orders.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_spinlock_t a, b;

static void *first(void *unused)
{
    pthread_spin_lock(&a);
    pthread_spin_lock(&b); //~ FINDING deadlock
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return unused;
}

static void *second(void *unused)
{
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
