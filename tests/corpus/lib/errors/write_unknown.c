// Descriptors that the program did not open may have been handed to it.
//@ verdict: unknown
//@ reason: U0301
#include <unistd.h>

int main(void) {
    return write(3, "x", 1) < 0;
}
