// Which variable is published depends on a branch that no assertion depends on, but from then on its accesses are
// places to switch threads.
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
int x;
int *published;

static void *work(void *argument) {
    x = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    int input = __VERIFIER_nondet_int();
    int first = 0, second = 0;
    int *chosen = &second;
    if (input > 0)
        chosen = &first;
    pthread_create(&thread, 0, work, 0);
    published = chosen;
    first = 1;
    second = 2;
    int value = x;
    first = 3;
    second = 4;
    assert(input != 17 || value == 0); //~ FINDING assertion
    pthread_join(thread, 0);
    return 0;
}
