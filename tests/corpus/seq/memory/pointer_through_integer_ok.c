// An address survives a round trip through an integer and byte-wise copying.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
    int value = 5;
    uintptr_t bits = (uintptr_t)&value;
    int *back = (int *)bits;
    *back = 6;
    unsigned char bytes[sizeof(int *)];
    memcpy(bytes, &back, sizeof bytes);
    int *copied;
    memcpy(&copied, bytes, sizeof copied);
    assert(*copied == 6 && copied == &value);
    return 0;
}
