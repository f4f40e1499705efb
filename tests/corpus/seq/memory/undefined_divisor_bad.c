// A divisor that one path does not set. Nothing else in the function touches memory, and each property on its own finds it, too.
//@ verdict: unsafe
//@ property: memory
//@ revisions: whole guided
//@[guided] flags: --per-property
extern int __VERIFIER_nondet_int(void);

static int share(int total, int people) {
    int divisor;
    if (people > 0)
        divisor = people;
    return total / divisor; //~ FINDING memory-uninitialised
}

int main(void) {
    share(100, __VERIFIER_nondet_int());
    return 0;
}
