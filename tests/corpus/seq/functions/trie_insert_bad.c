// The other child need not be there.
//@ flags: --function insert --where "root && 0 <= length && length <= 3"
//@ verdict: unsafe
#include <stdlib.h>
struct trie {
    struct trie *child[2];
    int is_end;
};

int insert(struct trie *root, unsigned bits, int length)
{
    struct trie *at = root;
    for (int i = 0; i < length; i++) {
        unsigned bit = bits >> i & 1;
        if (!at->child[bit]) { //~ FINDING memory-null-dereference
            at->child[bit] = calloc(1, sizeof *at);
            if (!at->child[bit])
                return -1;
        }
        at = at->child[!bit];
    }
    at->is_end = 1; //~ FINDING memory-null-dereference
    return 0;
}
