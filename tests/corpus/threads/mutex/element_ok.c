// Members beside a mutex are written in an element that inputs choose, in memory of the heap: the mutexes stay what they are.
//@ property: assert memory race deadlock
//@ verdict: safe
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct account {
    int id;
    long money;
    pthread_mutex_t mutex;
};

static struct account *accounts;

static void *pay(void *unused)
{
    struct account *from = &accounts[__VERIFIER_nondet_uint() % 2];
    struct account *to = &accounts[__VERIFIER_nondet_uint() % 2];
    if (from == to)
        return unused;
    struct account *first = from->id < to->id ? from : to;
    struct account *second = first == from ? to : from;
    pthread_mutex_lock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&to->mutex);
    pthread_mutex_unlock(&from->mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    accounts = malloc(2 * sizeof *accounts);
    for (int i = 0; i < 2; i++) {
        accounts[i].id = i;
        accounts[i].money = 100;
        pthread_mutex_init(&accounts[i].mutex, NULL);
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, pay, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    free(accounts);
    return 0;
}
