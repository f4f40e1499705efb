// A size computed in 32 bits wraps with -m32, and the allocation is too small.
//@ flags: -m32
//@ verdict: unsafe
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);

struct entry {
    int words[4];
};

int main(void)
{
    size_t count = 0x10000001u;
    struct entry *entries = malloc(count * sizeof *entries);
    entries[0].words[0] = 1;
    entries[1].words[0] = 2; //~ FINDING memory-out-of-bounds
    return 0;
}
