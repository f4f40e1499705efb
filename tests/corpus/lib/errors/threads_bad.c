// The name has one character more than fits, the terminating zero not counted.
//@ verdict: unsafe
//@ property: assert
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void) {
    assert(pthread_setname_np(pthread_self(), "background-work1") == 0);  //~ FINDING assert
    return 0;
}
