// A stream is used after it was closed.
//@ property: memory
//@ verdict: unsafe
#include <stdio.h>

int main(void)
{
    char text[] = "ab";
    FILE *in = fmemopen(text, 2, "r");
    fclose(in);
    return fgetc(in);  //~ FINDING memory
}
