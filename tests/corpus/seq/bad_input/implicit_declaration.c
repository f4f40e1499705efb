// Calling what was never declared: the newest compilers refuse it, older ones warn; here it is made an error.
//@ flags: -- -Werror=implicit-function-declaration
//@ exit: 2
//@ error: undeclared_helper
int main(void)
{
    return undeclared_helper(3);
}
