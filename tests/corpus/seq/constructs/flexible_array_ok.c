// A flexible array member lies behind its structure in one block.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char body[];
};

int main(void)
{
    struct text *t = malloc(sizeof *t + 6);
    t->length = 5;
    memcpy(t->body, "hello", 6);
    assert(t->body[t->length] == 0);
    assert((char *)t + sizeof *t == t->body);
    free(t);
    return 0;
}
