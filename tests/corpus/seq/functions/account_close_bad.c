// Whoever closes an account that is empty locks it twice.
//@ flags: --function close_account --where "account && account->balance >= 0"
//@ verdict: unsafe
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance, closed;
};

int close_account(struct account *account)
{
    pthread_mutex_lock(&account->lock);
    if (account->balance)
        account->closed = 1;
    else
        pthread_mutex_lock(&account->lock); //~ FINDING deadlock
    pthread_mutex_unlock(&account->lock);
    return account->closed;
}
