// The compiler computes quotients of constants itself, and what it cannot compute is undefined.
//@ property: overflow
//@ verdict: unsafe
static int half(void)
{
    return 6 / (3 - 3); //~ FINDING division-by-zero
}

int main(void)
{
    return half();
}
