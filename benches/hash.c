// String hashing: calls, byte loads and 32-bit arithmetic.
#include <assert.h>

#ifndef ROUNDS
#define ROUNDS 40000
#endif

static unsigned hash(const char *text) {
    unsigned value = 2166136261u;
    while (*text) {
        value ^= (unsigned char)*text++;
        value *= 16777619u;
    }
    return value;
}

int main(void) {
    char word[32] = "the quick brown fox jumps over";
    unsigned total = 0;
    for (int i = 0; i < ROUNDS; i++) {
        word[i % 30] = 'a' + i % 26;
        total += hash(word);
    }
    assert(total != 0);
    return 0;
}
