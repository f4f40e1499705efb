// A hash table of 65,536 entries with two fields each: the first of three keys keeps its place.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct entry {
    unsigned key;
    unsigned value;
};

static struct entry table[65536];

int main(void)
{
    unsigned keys[3];
    for (unsigned i = 0; i < 3; i++) {
        keys[i] = __VERIFIER_nondet_uint();
        struct entry *entry = &table[keys[i] & 0xffff];
        if (entry->value == 0) {
            entry->key = keys[i];
            entry->value = i + 1;
        }
    }
    assert(table[keys[0] & 0xffff].value == 1);
    assert(table[keys[0] & 0xffff].key == keys[0]);
    return 0;
}
