// raddle_check records a failure and goes on, so that one run can report several.
//@ verdict: unsafe
//@ runs: 1
#include <raddle.h>

int main(void)
{
    int balance = -5;
    raddle_check(balance >= 0); //~ FINDING check
    raddle_check(balance == -5);
    raddle_check(balance > 10); //~ FINDING check
    return 0;
}
