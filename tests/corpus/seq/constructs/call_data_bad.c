// Data is called as if it were a function.
//@ verdict: unsafe
int main(void)
{
    static int data = 3;
    void (*f)(void) = (void (*)(void))&data;
    f(); //~ FINDING memory-wild-dereference
    return 0;
}
