// How long a token is is the difference of two places in a text, which may lie in what the token is copied to.
//@ flags: --function next_token --where "z && z->at && string(z->at)" --array-elements 10
//@ verdict: unsafe
#include <string.h>

struct lexer {
    const char *at;
    char token[8];
};

size_t next_token(struct lexer *z)
{
    while (*z->at == ' ')
        z->at++;
    const char *start = z->at;
    while (*z->at && *z->at != ' ')
        z->at++;
    size_t length = (size_t)(z->at - start);
    if (length > sizeof z->token)
        length = sizeof z->token;
    memmove(z->token, start, length);
    z->token[length] = 0; //~ FINDING memory-out-of-bounds
    return length;
}
