// A new key has to go somewhere: glibc crashes without.
//@ verdict: unsafe
#include <pthread.h>

int main(void) {
    return pthread_key_create(NULL, NULL);  //~ FINDING memory-null-dereference
}
