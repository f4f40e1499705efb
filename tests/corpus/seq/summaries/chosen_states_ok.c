// A machine for comments whose next state is in one place chosen by an operator and not by a branch: its states are numbers all the same, and runs grow with the square of the text's length.
//@ verdict: safe
//@ family: N=8,12
//@ runs: <= 500 1200
#include <assert.h>
#ifndef N
#define N 8
#endif
extern char __VERIFIER_nondet_char(void);

enum state { CODE, SLASH, COMMENT, STAR, STRING };

int main(void) {
    enum state state = CODE;
    int depth = 0, strings = 0;
    for (int i = 0; i < N; i++) {
        char c = __VERIFIER_nondet_char();
        switch (state) {
        case CODE:
            if (c == '/')
                state = SLASH;
            else if (c == '"') {
                state = STRING;
                strings++;
            } else if (c == '{')
                depth++;
            else if (c == '}' && depth > 0)
                depth--;
            break;
        case SLASH:
            state = c == '*' ? COMMENT : c == '/' ? SLASH : CODE;
            break;
        case COMMENT:
            if (c == '*')
                state = STAR;
            break;
        case STAR:
            if (c == '/')
                state = CODE;
            else if (c != '*')
                state = COMMENT;
            break;
        case STRING:
            if (c == '"')
                state = CODE;
            break;
        }
    }
    assert(depth >= 0 && depth <= N && strings <= (N + 1) / 2);
    return 0;
}
