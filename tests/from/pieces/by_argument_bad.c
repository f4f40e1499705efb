// A thread that is gone has added to the counter that it was given.
// flags: -p race -p assert
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *add(void *counter)
{
    pthread_mutex_lock(&lock);
    ++*(int *)counter;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    int rounds = __VERIFIER_nondet_int();
    pthread_create(&one, 0, add, &first);
    pthread_create(&two, 0, add, rounds > 3 ? &first : &second);
    pthread_join(one, 0);
    pthread_join(two, 0);
    for (int i = 0; i < rounds; i++)
        ;
    pthread_mutex_lock(&lock);
    assert(rounds <= 3 || first != 2);
    pthread_mutex_unlock(&lock);
    return 0;
}
