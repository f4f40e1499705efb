#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account alice = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account bob = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *pay_bob(void *unused)
{
    transfer(&alice, &bob, 10);
    return unused;
}

static void *pay_alice(void *unused)
{
    transfer(&bob, &alice, 20);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, pay_bob, 0);
    pthread_create(&two, 0, pay_alice, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
