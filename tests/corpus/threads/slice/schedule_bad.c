// The first branch decides, through a variable of main, how many accesses main makes that others can notice: a
// schedule must mean the same for inputs of both sides.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int x, unused;

static void *work(void *argument) {
    x = 1;
    x = 2;
    x = 3;
    return argument;
}

int main(void) {
    pthread_t thread;
    int input = __VERIFIER_nondet_int();
    int noisy = 0;
    if (input > 0)
        noisy = 1;
    pthread_create(&thread, 0, work, 0);
    if (noisy) {
        unused = 1;
        unused = 2;
    }
    int first = x;
    int second = x;
    assert(input != 17 || first != 1 || second != 2); //~ FINDING assertion
    pthread_join(thread, 0);
    return 0;
}
