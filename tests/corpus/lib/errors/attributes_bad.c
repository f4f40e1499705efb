// The smallest stack is larger than this.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    assert(pthread_attr_setstacksize(&attributes, 4096) == 0);  //~ FINDING assert
    return 0;
}
