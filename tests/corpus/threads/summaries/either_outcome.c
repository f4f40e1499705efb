// An input decides which of two variables is looked at, in one step. Whatever order the writers of one of them come in, a state is only like an
// explored one if both variables are fine there.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include "../litmus/litmus.h"

int a = 3, b, choice;

static void *b_large(void *unused) { b = 10; return unused; }
static void *b_small(void *unused) { b = 3; return unused; }

int main(void)
{
    pthread_t t[2];
    choice = __VERIFIER_nondet_int();
    pthread_create(&t[0], 0, b_large, 0);
    pthread_create(&t[1], 0, b_small, 0);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    raddle_atomic_begin();
    if (choice > 0)
        raddle_check(a <= 5);
    else
        raddle_check(b <= 5);  //~ FINDING check
    raddle_atomic_end();
    return 0;
}
