// A format asks for more arguments than there are.
//@ verdict: unsafe
#include <stdio.h>
int main(void) {
    printf("%d of %d\n", 1);  //~ FINDING memory-library-misuse
    return 0;
}
