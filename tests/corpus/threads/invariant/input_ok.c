// No input breaks the invariant; evaluating it is no access of the program, so what the lock protects does not race with it.
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries sliced pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[sliced] flags: --reduce=dpor --slice=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>
#include <raddle.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int level, limit;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int below(void)
{
    return level <= limit;
}

static void *fill(void *argument)
{
    pthread_mutex_lock(&lock);
    level += (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= amount && amount <= 3);
    limit = 5;
    raddle_invariant(below);
    pthread_create(&one, 0, fill, (void *)(long)amount);
    pthread_create(&other, 0, fill, (void *)2l);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
