// Each thread locks a mutex of its own choice, but both change the same account.
//@ property: race
//@ verdict: unsafe
#include <pthread.h>

static struct account {
    pthread_mutex_t mutex;
    int money;
} accounts[3];

static void *pay(void *which)
{
    pthread_mutex_t *mutex = &accounts[*(int *)which].mutex;
    pthread_mutex_lock(mutex);
    accounts[0].money++;  //~ FINDING race
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    pthread_t a, b;
    if (i < 0 || i > 2 || j < 0 || j > 2)
        return 0;
    for (int index = 0; index < 3; index++)
        pthread_mutex_init(&accounts[index].mutex, NULL);
    pthread_create(&a, NULL, pay, &i);
    pthread_create(&b, NULL, pay, &j);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
