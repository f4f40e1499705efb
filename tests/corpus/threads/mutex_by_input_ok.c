// Which mutex of an array is locked depends on inputs: one case for each of them.
//@ property: assert race deadlock
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

static struct account {
    pthread_mutex_t mutex;
    int money;
} accounts[3];

static void *pay(void *which)
{
    struct account *account = &accounts[*(int *)which];
    pthread_mutex_lock(&account->mutex);
    account->money++;
    pthread_mutex_unlock(&account->mutex);
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
    assert(accounts[i].money == (i == j ? 2 : 1));
    return 0;
}
