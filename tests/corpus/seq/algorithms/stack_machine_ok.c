// Both ends of the stack are checked.
//@ verdict: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int run(const unsigned char *code, int length)
{
    int stack[3], top = 0;
    for (int at = 0; at < length; at++) {
        switch (code[at] & 3) {
        case 0:
            if (top < 3)
                stack[top++] = code[at] >> 2;
            break;
        case 1:
            if (top < 2)
                return -1;
            top--;
            stack[top - 1] += stack[top];
            break;
        default:
            return top;
        }
    }
    return top;
}

int main(void)
{
    unsigned char code[3];
    for (int i = 0; i < 3; i++)
        code[i] = __VERIFIER_nondet_uchar();
    int top = run(code, 3);
    assert(top >= -1 && top <= 3);
    return 0;
}
