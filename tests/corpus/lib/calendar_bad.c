// Months are counted from 0, days from 1.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>
#include <time.h>

int main(void)
{
    static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t now = time(NULL);
    struct tm date;
    gmtime_r(&now, &date);
    assert(names[date.tm_mon][0] != 0);
    assert(date.tm_mday <= 30); //~ FINDING assert
    return 0;
}
