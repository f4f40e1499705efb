// A mutex on the heap, initialised, used by two threads, destroyed and freed.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static void *deposit(void *argument)
{
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->balance++;
    pthread_mutex_unlock(&account->lock);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    struct account *account = malloc(sizeof *account);
    account->balance = 0;
    pthread_mutex_init(&account->lock, 0);
    pthread_create(&first, 0, deposit, account);
    pthread_create(&second, 0, deposit, account);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(account->balance == 2);
    pthread_mutex_destroy(&account->lock);
    free(account);
    return 0;
}
