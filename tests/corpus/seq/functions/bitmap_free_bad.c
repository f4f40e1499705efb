// There is no bit behind the last one.
//@ flags: --function release --where bitmap
//@ verdict: unsafe
#include <assert.h>
struct bitmap {
    unsigned words[2];
};

void release(struct bitmap *bitmap, unsigned number)
{
    if (number <= 64) {
        bitmap->words[number / 32] &= ~(1u << number % 32); //~ FINDING memory-out-of-bounds
        assert(!(bitmap->words[number / 32] >> number % 32 & 1));
    }
}
