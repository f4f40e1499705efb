// A name that was never declared.
//@ exit: 2
//@ error: undeclared_name.c
//@ error: missing_variable
int main(void)
{
    return missing_variable;
}
