// The mean of an empty set divides by zero.
//@ property: overflow
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 0 && value < 100) {
            sum += value;
            count++;
        }
    }
    return sum / count; //~ FINDING division-by-zero
}
