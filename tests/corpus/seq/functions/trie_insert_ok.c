// Bits lead down a trie, which grows where it ends.
//@ flags: --function insert --where "root && 0 <= length && length <= 3"
//@ verdict: safe
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
        if (!at->child[bit]) {
            at->child[bit] = calloc(1, sizeof *at);
            if (!at->child[bit])
                return -1;
        }
        at = at->child[bit];
    }
    at->is_end = 1;
    return 0;
}
