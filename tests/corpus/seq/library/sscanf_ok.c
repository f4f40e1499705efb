// sscanf takes numbers and words apart and counts what it could convert.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int width, height;
    char unit[8];
    assert(sscanf("12x34 mm", "%dx%d %7s", &width, &height, unit) == 3);
    assert(width == 12 && height == 34 && strcmp(unit, "mm") == 0);
    assert(sscanf("no number", "%d", &width) == 0 && width == 12);
    return 0;
}
