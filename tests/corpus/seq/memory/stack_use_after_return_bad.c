// A function returns the address of its own local.
//@ verdict: unsafe
static int *broken_answer(void)
{
    int answer = 42;
    int *alias = &answer;
    return alias;
}

int main(void)
{
    int *p = broken_answer();
    return *p; //~ FINDING memory-stack-use-after-return
}
