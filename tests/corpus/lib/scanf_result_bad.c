// The result of scanf is not looked at: the number may be missing.
//@ verdict: unsafe
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n > 0)  //~ FINDING memory-uninitialised
        puts("positive");
    return 0;
}
