// A conversion for integers gets a floating-point number.
//@ verdict: unsafe
#include <stdio.h>
int main(void) {
    printf("%d\n", 1.5);  //~ FINDING memory-library-misuse
    return 0;
}
