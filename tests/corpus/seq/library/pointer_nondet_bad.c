// An arbitrary pointer may be null or lead anywhere; comparing it is fine, following it is not.
//@ verdict: unsafe
extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    int *p = __VERIFIER_nondet_pointer();
    if (p != 0)
        return 0;
    return *p; //~ FINDING memory-null-dereference
}
