// Four strings begin in seven characters, also where the next state of the machine is chosen by an operator.
//@ verdict: unsafe
#include <assert.h>
#ifndef N
#define N 7
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
    assert(depth >= 0 && depth <= N && strings < (N + 1) / 2); //~ FINDING assertion
    return 0;
}
