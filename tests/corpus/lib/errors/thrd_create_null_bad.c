// The same with threads of C11.
//@ verdict: unsafe
#include <threads.h>

static int nothing(void *unused) {
    return unused != 0;
}

int main(void) {
    return thrd_create(NULL, nothing, NULL);  //~ FINDING memory-null-dereference
}
