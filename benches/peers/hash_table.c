// N keys that nobody knows are put into a table with open addressing, and found there.
#include <assert.h>
#include "inputs.h"

#define PLACES 8

static unsigned keys[PLACES];
static int used[PLACES];

static unsigned place_of(unsigned key) {
    unsigned at = key * 2654435761u >> 29;
    while (used[at] && keys[at] != key)
        at = (at + 1) % PLACES;
    return at;
}

int main(void) {
    unsigned own[N];
    for (int i = 0; i < N; i++) {
        own[i] = (unsigned)input();
        unsigned at = place_of(own[i]);
        keys[at] = own[i];
        used[at] = 1;
    }
    for (int i = 0; i < N; i++) {
        unsigned at = place_of(own[i]);
        assert(used[at] && keys[at] == own[i]);
    }
    return 0;
}
