// One of the threads forgets the spinlock.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

static void *careful(void *unused)
{
    pthread_spin_lock(&lock);
    counter++; //~ FINDING data-race
    pthread_spin_unlock(&lock);
    return unused;
}

static void *careless(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, 0, careful, 0);
    pthread_create(&second, 0, careless, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
