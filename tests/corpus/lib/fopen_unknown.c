// Files are out of reach: the verdict says so.
//@ verdict: unknown
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (file)
        fclose(file);
    return 0;
}
