// Accounts on the heap, two of which are locked in the order of their addresses. Each lock is one, although nothing says what the memory is.
// from: --at T1=@order --at T2=@order
// verdict: impossible
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account { pthread_mutex_t lock; long balance; };
static struct account *open_account(long initial)
{
    struct account *a = malloc(sizeof *a);
    if (!a) abort();
    pthread_mutex_init(&a->lock, 0);
    a->balance = initial;
    return a;
}
static struct account *one, *two;
static void transfer(struct account *from, struct account *to, long amount)
{
    if (from > to) {
        pthread_mutex_lock(&to->lock);
        pthread_mutex_lock(&from->lock);
    } else
    {
        pthread_mutex_lock(&from->lock);
        pthread_mutex_lock(&to->lock); // @order
    }
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    assert(from->balance >= 0);
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
static void *there(void *u) { transfer(one, two, 30); return u; }
static void *back(void *u) { transfer(two, one, 20); return u; }
int main(void)
{
    one = open_account(50);
    two = open_account(50);
    pthread_t a, b;
    pthread_create(&a, 0, there, 0);
    pthread_create(&b, 0, back, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(one->balance + two->balance == 100);
    return 0;
}
