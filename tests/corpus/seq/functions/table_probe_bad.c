// Slots are tried beyond the last one.
//@ flags: --function put --where table
//@ verdict: unsafe
#define SLOTS 8
struct table {
    unsigned keys[SLOTS];
    int values[SLOTS];
    unsigned char used[SLOTS];
};

int put(struct table *table, unsigned key, int value)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        unsigned at = key % SLOTS + i;
        if (!table->used[at] || table->keys[at] == key) { //~ FINDING memory-out-of-bounds
            table->used[at] = 1;
            table->keys[at] = key;
            table->values[at] = value;
            return 1;
        }
    }
    return 0;
}
