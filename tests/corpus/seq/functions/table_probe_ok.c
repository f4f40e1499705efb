// A table with open addressing: slots are tried in a circle.
//@ flags: --function put --where table
//@ verdict: safe
#define SLOTS 8
struct table {
    unsigned keys[SLOTS];
    int values[SLOTS];
    unsigned char used[SLOTS];
};

int put(struct table *table, unsigned key, int value)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        unsigned at = (key + i) % SLOTS;
        if (!table->used[at] || table->keys[at] == key) {
            table->used[at] = 1;
            table->keys[at] = key;
            table->values[at] = value;
            return 1;
        }
    }
    return 0;
}
