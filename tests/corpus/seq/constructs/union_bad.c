// The byte order of the protocol is not the one of the machine.
//@ verdict: unsafe
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint8_t bytes[4];
};

int main(void)
{
    union word w;
    w.bytes[0] = 0x12;
    w.bytes[1] = 0x34;
    w.bytes[2] = 0x56;
    w.bytes[3] = 0x78;
    assert(w.whole == 0x12345678); //~ FINDING assertion
    return 0;
}
