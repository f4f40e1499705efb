// A stream that was never opened.
//@ verdict: unsafe
#include <stdio.h>

int main(void) {
    FILE *log = NULL;
    fprintf(log, "x\n");  //~ FINDING memory-null-dereference
    return 0;
}
