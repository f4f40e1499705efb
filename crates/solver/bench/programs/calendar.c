// A symbolic date is validated, numbered and turned back.
#include <assert.h>
#include <raddle.h>

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int length(int year, int month) {
    switch (month) {
    case 2: return leap(year) ? 29 : 28;
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
    }
}

int main(void) {
    int year, month, day;
    raddle_make_symbolic(&year, sizeof year, "year");
    raddle_make_symbolic(&month, sizeof month, "month");
    raddle_make_symbolic(&day, sizeof day, "day");
    raddle_assume(year >= 1900 && year < 2100);
    if (month < 1 || month > 12) return 1;
    if (day < 1 || day > length(year, month)) return 1;
    int number = day;
    for (int m = 1; m < month; m++) number += length(year, m);
    assert(number >= 1 && number <= 366);
    if (number == 366) assert(leap(year));
    int m = 1, left = number;
    while (left > length(year, m)) { left -= length(year, m); m++; }
    assert(m == month && left == day);
    int weekday = (year * 365 + year / 4 - year / 100 + year / 400 + number) % 7;
    assert(weekday >= 0 && weekday < 7);
    return weekday;
}
