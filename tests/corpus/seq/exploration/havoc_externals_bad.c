// With --havoc-externals a function without a body may return anything.
//@ flags: --havoc-externals
//@ verdict: unsafe
//@ assumption: A0102
#include <assert.h>
extern int read_sensor(int channel);

int main(void)
{
    int celsius = read_sensor(2);
    assert(celsius > -273); //~ FINDING assertion
    return 0;
}
