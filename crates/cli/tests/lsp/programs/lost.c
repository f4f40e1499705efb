#include <assert.h>
#include <pthread.h>
#include <raddle.h>

static int balance;

static void *pay(void *amount)
{
    balance += *(int *)amount;
    return 0;
}

int main(void)
{
    int amount;
    raddle_make_symbolic(&amount, sizeof amount, "amount");
    raddle_assume(amount >= 0 && amount < 100);
    pthread_t one, two;
    pthread_create(&one, 0, pay, &amount);
    pthread_create(&two, 0, pay, &amount);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(balance == 2 * amount);
    return 0;
}
