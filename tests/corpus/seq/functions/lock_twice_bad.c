// Locks in unknown memory are taken to be free; two parameters may be the same account, whose lock is then taken twice.
//@ flags: --function transfer --where "from && to"
//@ verdict: unsafe
//@ assumption: A0305
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock); //~ FINDING deadlock
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
