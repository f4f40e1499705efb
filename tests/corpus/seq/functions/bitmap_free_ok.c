// A bit of a bitmap is cleared if there is such a bit.
//@ flags: --function release --where bitmap
//@ verdict: safe
#include <assert.h>
struct bitmap {
    unsigned words[2];
};

void release(struct bitmap *bitmap, unsigned number)
{
    if (number < 64) {
        bitmap->words[number / 32] &= ~(1u << number % 32);
        assert(!(bitmap->words[number / 32] >> number % 32 & 1));
    }
}
