// Dates: broken down, put together, printed and read again.
//@ property: assert memory
//@ verdict: safe
//@ assumption: A0173
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t leap_day = 951782400 + 3661;
    struct tm date, read = {0};
    char text[64];
    assert(gmtime_r(&leap_day, &date) == &date);
    assert(date.tm_year == 100 && date.tm_mon == 1 && date.tm_mday == 29 && date.tm_yday == 59);
    assert(date.tm_hour == 1 && date.tm_min == 1 && date.tm_sec == 1 && date.tm_wday == 2);
    assert(strftime(text, sizeof text, "%a, %d %b %Y %T", &date) == 25);
    assert(strcmp(text, "Tue, 29 Feb 2000 01:01:01") == 0);
    assert(strftime(text, 5, "%F", &date) == 0);
    assert(*strptime("Tue, 29 Feb 2000 01:01:01", "%a, %d %b %Y %H:%M:%S", &read) == 0);
    assert(mktime(&read) == leap_day);
    assert(!strptime("31/13/2000", "%d/%m/%Y", &read));
    date.tm_mon += 13;
    assert(mktime(&date) == leap_day + 394 * 86400L && date.tm_mon == 2 && date.tm_mday == 29);
    time_t now = time(NULL);
    localtime_r(&now, &date);
    assert(date.tm_sec >= 0 && date.tm_sec < 60 && date.tm_mon >= 0 && date.tm_mon < 12);
    assert(strftime(text, sizeof text, "%H:%M", &date) == 5 && text[2] == ':');
    return 0;
}
