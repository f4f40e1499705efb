// Attributes have to be somewhere.
//@ verdict: unsafe
#include <pthread.h>

int main(void) {
    return pthread_attr_destroy(NULL);  //~ FINDING memory-null-dereference
}
