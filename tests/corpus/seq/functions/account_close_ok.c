// An account is locked once, whether it is empty or not.
//@ flags: --function close_account --where "account && account->balance >= 0"
//@ verdict: safe
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
        account->closed = 2;
    pthread_mutex_unlock(&account->lock);
    return account->closed;
}
