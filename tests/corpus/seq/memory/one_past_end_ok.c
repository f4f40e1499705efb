// The address just past an array may be formed and compared, as long as it is not dereferenced.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    int data[3] = {1, 2, 3};
    int sum = 0;
    for (const int *p = data; p != data + 3; p++)
        sum += *p;
    assert(sum == 6);
    return 0;
}
