// Two accounts are locked one after the other.
//@ flags: --function transfer --where "from && to && from != to"
//@ verdict: safe
//@ assumption: A0305
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
