// Threads that are gone have added to a counter by a name that all of them know.
// flags: -p race -p assert
// verdict: safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void add_to(int *counter)
{
    ++*counter;
}

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    add_to(&first);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    int rounds = __VERIFIER_nondet_int();
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    for (int i = 0; i < rounds; i++)
        ;
    pthread_mutex_lock(&lock);
    assert(first == 2);
    pthread_mutex_unlock(&lock);
    return 0;
}
