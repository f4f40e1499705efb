// A time must be there.
//@ verdict: unsafe
#include <time.h>

int main(void) {
    return nanosleep(NULL, NULL);  //~ FINDING memory-null-dereference
}
