// An integer that was never an address is used as one.
//@ verdict: unsafe
#include <stdint.h>

int main(void)
{
    volatile uintptr_t port = 0x4f00c0de;
    int *device = (int *)port;
    return *device; //~ FINDING memory-wild-dereference
}
