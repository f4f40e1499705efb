// An interpreter of a tiny stack language checks for overflow of its stack, but not for underflow.
//@ verdict: unsafe
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
            top--;
            stack[top - 1] += stack[top]; //~ FINDING memory-out-of-bounds
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
    return run(code, 3) > 3;
}
