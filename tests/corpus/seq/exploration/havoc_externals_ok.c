// With --havoc-externals the program copes with every result, and the assumption is stated.
//@ flags: --havoc-externals
//@ verdict: safe
//@ assumption: A0102
#include <assert.h>
extern int read_sensor(int channel);

int main(void)
{
    int celsius = read_sensor(2);
    if (celsius < -273)
        celsius = -273;
    assert(celsius >= -273);
    return 0;
}
