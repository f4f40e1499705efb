// A deposit and a withdrawal of any amounts; the result is checked only when both are done.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int start, in, out, balance, deposited, withdrawn;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&m);
    balance += in;
    deposited = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&m);
    balance -= out;
    withdrawn = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *check(void *unused)
{
    pthread_mutex_lock(&m);
    if (deposited && withdrawn)
        assert(balance == start + in - out);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    start = __VERIFIER_nondet_int();
    in = __VERIFIER_nondet_int();
    out = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= start && start <= 1000);
    __VERIFIER_assume(0 <= in && in <= 1000);
    __VERIFIER_assume(0 <= out && out <= 1000);
    balance = start;
    pthread_create(&one, 0, check, 0);
    pthread_create(&two, 0, deposit, 0);
    pthread_create(&three, 0, withdraw, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
