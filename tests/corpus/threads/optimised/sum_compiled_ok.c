// Compiled with -O2, a sum that the source computes under a condition is computed always: it does not overflow where the source does not.
//@ property: overflow assert
//@ verdict: safe
//@ flags: -- -O2
extern int __VERIFIER_nondet_int(void);
static int total;
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum = 0;
    if ((unsigned)a < 1000 && (unsigned)b < 1000)
        sum = a + b;
    total = sum;
    return total & 1;
}
