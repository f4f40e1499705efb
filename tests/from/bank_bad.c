// Two transfers that lock accounts in opposite orders, each with its first lock: they wait for each other. A run from main shows it.
// from: --at T1=@second,@there --at T2=@second,@back -p deadlock --confirm
// verdict: unsafe
// finding: R0501 @second confirmed
// from: --backtrace bank_bad.bt -p deadlock
// verdict: unsafe
// finding: R0501 @second
// from: --context bank_bad.toml -p deadlock
// verdict: unsafe
// finding: R0501 @second
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };
static struct account accounts[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 10 }, { PTHREAD_MUTEX_INITIALIZER, 10 }
};

static void transfer(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock); // @second
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *there(void *unused)
{
    transfer(&accounts[0], &accounts[1]); // @there
    return unused;
}

static void *back(void *unused)
{
    transfer(&accounts[1], &accounts[0]); // @back
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, there, 0);
    pthread_create(&b, 0, back, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
