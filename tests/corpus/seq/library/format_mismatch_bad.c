// A conversion that wants a string gets a number.
//@ verdict: unsafe
#include <stdio.h>

int main(void)
{
    const char *format = "%s\n";
    printf(format, 42); //~ FINDING memory-null-dereference
    return 0;
}
