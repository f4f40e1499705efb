// Nobody outside knows a `static` variable that its file uses for accesses alone: no argument points to it.
//@ flags: --function set
//@ verdict: safe
//@ assumption: A0301
#include <assert.h>
#include <string.h>

struct pair {
    int first, second;
};

static int counter;
static int table[4];
static struct pair kept;

int total(unsigned at)
{
    int *place = at % 2 ? &counter : &table[at % 4];
    return *place + kept.second;
}

void set(int *number, struct pair *pair, unsigned at)
{
    static int calls;
    counter = 1;
    table[at % 4] = 1;
    kept.first = 1;
    calls = 1;
    if (number)
        *number = 2;
    if (pair) {
        pair->first = 2;
        memcpy(&kept, &(struct pair){1, 0}, sizeof kept);
    }
    assert(counter == 1 && table[at % 4] == 1 && kept.first == 1 && calls == 1);
}
