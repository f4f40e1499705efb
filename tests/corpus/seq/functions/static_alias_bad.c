// A `static` variable whose address leaves its file is one that arguments may point to.
//@ flags: --function set
//@ verdict: unsafe
//@ assumption: A0301
//@ output: number -> &table
#include <assert.h>

static int counter;
static int table[4];

int *element(unsigned at)
{
    int *place = table;
    return place + at % 4;
}

void set(int *number)
{
    counter = 1;
    table[0] = 1;
    if (number)
        *number = 2;
    assert(counter == 1);
    assert(table[0] == 1); //~ FINDING assertion
}
