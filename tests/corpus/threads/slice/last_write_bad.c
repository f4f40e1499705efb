// When the reader is done, nothing that is left can fail; but the write that is left matters in the other order.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

int x, unused;

static void *reader(void *argument) {
    int value = x;
    assert(value == 0); //~ FINDING assertion
    unused = 1;
    return argument;
}

static void *writer(void *argument) {
    unused = 2;
    x = 1;
    unused = 3;
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, writer, 0);
    return 0;
}
