// Arrays of structures with arrays, indexed symbolically on both levels.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct shelf {
    short id;
    struct { char label; int counts[3]; } boxes[2];
};

int main(void)
{
    struct shelf shelves[2] = {0};
    unsigned s = __VERIFIER_nondet_uint() % 2, b = __VERIFIER_nondet_uint() % 2, c = __VERIFIER_nondet_uint() % 3;
    shelves[s].boxes[b].counts[c] = 9;
    int total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                total += shelves[i].boxes[j].counts[k];
    assert(total == 9 && shelves[s].boxes[b].label == 0 && shelves[1 - s].id == 0);
    return 0;
}
