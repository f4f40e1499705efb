/*
 * <time.h>: dates. The calendar is the Gregorian one, every day has 86,400 seconds, and local time is that of Greenwich: a machine
 * without a time zone.
 */
enum { RADDLE_DAY = 86400, RADDLE_FIRST_YEAR = 1900 };

struct raddle_date {
    int second, minute, hour, day, month, year, weekday, yearday, is_summer;
    long offset;
    const char *zone;
};

static struct raddle_date raddle_shared_date;
static const char raddle_months[] = "JanuaryFebruaryMarchAprilMayJuneJulyAugustSeptemberOctoberNovemberDecember";
static const char raddle_weekdays[] = "SundayMondayTuesdayWednesdayThursdayFridaySaturday";

/* Days from 1970 to the first day of a month, both counted from 0. */
static long long raddle_days_before(long long year, int month) {
    enum { BEFORE_1970 = 719468, DAYS_IN_400 = 146097 };
    /* Years begin in March, so that the day that is not always there is the last one. */
    int shifted = (month + 10) % 12;
    long long from = year - (month < 2);
    long long era = (from >= 0 ? from : from - 399) / 400;
    int in_era = (int)(from - era * 400);
    int days = (153 * shifted + 2) / 5 + 365 * in_era + in_era / 4 - in_era / 100;
    return era * DAYS_IN_400 + days - BEFORE_1970;
}

/* A field of a date that depends on inputs. */
static int raddle_any_field(const char *name, int lowest, int highest) {
    int any = __raddle_input_int(name);
    raddle_assume((any >= lowest) & (any <= highest));
    return any;
}

/*
 * The other way round: any date, such that the time is the one that is asked for. Divisions are hard to solve, so the year is made of
 * what they would give: 400, 100, 4 years and single ones, each from March to February.
 */
static struct raddle_date raddle_some_date_of(long time) {
    enum { BEFORE_1970 = 719468, DAYS_IN_400 = 146097, YEAR = 365, JANUARY = 10, FEBRUARY = 11 };
    static const short days_before[] = {0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337, 366};
    struct raddle_date date = {0};
    int era = raddle_any_field("date_era", 4, 24), century = raddle_any_field("date_century", 0, 3);
    int four = raddle_any_field("date_four_years", 0, 24), single = raddle_any_field("date_year", 0, 3);
    int month = raddle_any_field("date_month", 0, 11), day = raddle_any_field("date_day", 0, 30);
    date.hour = raddle_any_field("date_hour", 0, 23);
    date.minute = raddle_any_field("date_minute", 0, 59);
    date.second = raddle_any_field("date_second", 0, 59);
    int ends_in_leap_day = (single == 3) & ((four != 24) | (century == 3));
    raddle_assume(day < days_before[month + 1] - days_before[month] - ((month == FEBRUARY) & !ends_in_leap_day));
    int before = era * DAYS_IN_400 + century * (100 * YEAR + 24) + four * (4 * YEAR + 1) + single * YEAR - BEFORE_1970;
    int days = before + days_before[month] + day;
    raddle_assume(time == (long long)days * RADDLE_DAY + (date.hour * 3600 + date.minute * 60 + date.second));
    int is_next = month >= JANUARY;
    date.day = day + 1;
    date.month = month + 2 - 12 * is_next;
    date.year = era * 400 + century * 100 + four * 4 + single + is_next - RADDLE_FIRST_YEAR;
    date.weekday = (days + 4) % 7;
    int is_leap = (single == 0) & ((four != 0) | (century == 0));
    date.yearday = days_before[month] + day + 59 + is_leap - is_next * (YEAR + is_leap);
    date.zone = "GMT";
    return date;
}

static struct raddle_date raddle_date_of(long time) {
    enum { BEFORE_1970 = 719468, DAYS_IN_400 = 146097, DAYS_IN_4 = 1460, DAYS_IN_100 = 36524 };
    struct raddle_date date = {0};
    if ((time < 0) | (time >= RADDLE_END_OF_TIME))
        __raddle_unsupported("a date before 1970 or after the year 9999");
    if (!__raddle_is_known(time))
        return raddle_some_date_of(time);
    unsigned days = (unsigned)((unsigned long)time / RADDLE_DAY), rest = (unsigned)((unsigned long)time % RADDLE_DAY);
    date.hour = (int)(rest / 3600);
    date.minute = (int)(rest / 60 % 60);
    date.second = (int)(rest % 60);
    date.weekday = (int)((days + 4) % 7);
    unsigned shifted = days + BEFORE_1970, era = shifted / DAYS_IN_400, in_era = shifted % DAYS_IN_400;
    unsigned year = (in_era - in_era / DAYS_IN_4 + in_era / DAYS_IN_100 - in_era / (DAYS_IN_400 - 1)) / 365;
    unsigned in_year = in_era - (365 * year + year / 4 - year / 100);
    unsigned month = (5 * in_year + 2) / 153;
    date.day = (int)(in_year - (153 * month + 2) / 5 + 1);
    date.month = (int)(month < 10 ? month + 2 : month - 10);
    int full = (int)(year + era * 400) + (date.month < 2);
    date.year = full - RADDLE_FIRST_YEAR;
    date.yearday = (int)((long long)days - raddle_days_before(full, 0));
    date.zone = "GMT";
    return date;
}

struct raddle_date *gmtime_r(const long *time, struct raddle_date *date) {
    *date = raddle_date_of(*time);
    return date;
}

struct raddle_date *localtime_r(const long *time, struct raddle_date *date) {
    return gmtime_r(time, date);
}

struct raddle_date *gmtime(const long *time) {
    __raddle_not_thread_safe("localtime");
    return gmtime_r(time, &raddle_shared_date);
}

struct raddle_date *localtime(const long *time) {
    __raddle_not_thread_safe("localtime");
    return gmtime_r(time, &raddle_shared_date);
}

/* Fields outside of their ranges are carried over. */
long timegm(struct raddle_date *date) {
    long long months = (long long)date->year * 12 + date->month;
    long long year = months >= 0 ? months / 12 : (months - 11) / 12;
    long long days = raddle_days_before(year + RADDLE_FIRST_YEAR, (int)(months - year * 12)) + date->day - 1;
    long long time = days * RADDLE_DAY + date->hour * 3600ll + date->minute * 60ll + date->second;
    *date = raddle_date_of((long)time);
    return (long)time;
}

long mktime(struct raddle_date *date) {
    return timegm(date);
}

void tzset(void) {
}

/* A text that grows as long as there is room. */
struct raddle_text {
    char *to;
    size_t size, length;
};

static void raddle_letter(struct raddle_text *text, char letter) {
    if (text->length < text->size)
        text->to[text->length] = letter;
    text->length++;
}

static void raddle_digits(struct raddle_text *text, int number, int count, char fill) {
    int power = 1, is_leading = fill != '0';
    while (--count > 0)
        power *= 10;
    while (number / power >= 10)
        power *= 10;
    for (; power > 0; power /= 10) {
        int digit = number / power % 10;
        is_leading = is_leading && digit == 0 && power > 1;
        raddle_letter(text, is_leading ? fill : (char)('0' + digit));
    }
}

/* The name with a number in a list of names that begin with capital letters. */
static void raddle_name(struct raddle_text *text, const char *names, int which, int is_short) {
    int count = 0, written = 0;
    for (size_t index = 0; names[index] && count <= which + 1; index++) {
        count += names[index] >= 'A' && names[index] <= 'Z';
        if (count == which + 1 && (!is_short || written < 3)) {
            raddle_letter(text, names[index]);
            written++;
        }
    }
}

/* Days since the first of a weekday in the year, in weeks. */
static int raddle_week(const struct raddle_date *date, int first) {
    return (date->yearday + 7 - (date->weekday + 7 - first) % 7) / 7;
}

static void raddle_format_date(struct raddle_text *text, const char *format, const struct raddle_date *date) {
    for (; *format; format++) {
        if (*format != '%') {
            raddle_letter(text, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        int year = date->year + RADDLE_FIRST_YEAR, half = date->hour % 12 == 0 ? 12 : date->hour % 12;
        switch (*format) {
        case 'Y': raddle_digits(text, year, 1, '0'); break;
        case 'C': raddle_digits(text, year / 100, 2, '0'); break;
        case 'y': raddle_digits(text, year % 100, 2, '0'); break;
        case 'm': raddle_digits(text, date->month + 1, 2, '0'); break;
        case 'd': raddle_digits(text, date->day, 2, '0'); break;
        case 'e': raddle_digits(text, date->day, 2, ' '); break;
        case 'H': raddle_digits(text, date->hour, 2, '0'); break;
        case 'k': raddle_digits(text, date->hour, 2, ' '); break;
        case 'I': raddle_digits(text, half, 2, '0'); break;
        case 'l': raddle_digits(text, half, 2, ' '); break;
        case 'M': raddle_digits(text, date->minute, 2, '0'); break;
        case 'S': raddle_digits(text, date->second, 2, '0'); break;
        case 'j': raddle_digits(text, date->yearday + 1, 3, '0'); break;
        case 'u': raddle_digits(text, date->weekday == 0 ? 7 : date->weekday, 1, '0'); break;
        case 'w': raddle_digits(text, date->weekday, 1, '0'); break;
        case 'U': raddle_digits(text, raddle_week(date, 0), 2, '0'); break;
        case 'W': raddle_digits(text, raddle_week(date, 1), 2, '0'); break;
        case 'a': raddle_name(text, raddle_weekdays, date->weekday, 1); break;
        case 'A': raddle_name(text, raddle_weekdays, date->weekday, 0); break;
        case 'b':
        case 'h': raddle_name(text, raddle_months, date->month, 1); break;
        case 'B': raddle_name(text, raddle_months, date->month, 0); break;
        case 'p': raddle_format_date(text, date->hour < 12 ? "AM" : "PM", date); break;
        case 'P': raddle_format_date(text, date->hour < 12 ? "am" : "pm", date); break;
        case 'D':
        case 'x': raddle_format_date(text, "%m/%d/%y", date); break;
        case 'F': raddle_format_date(text, "%Y-%m-%d", date); break;
        case 'T':
        case 'X': raddle_format_date(text, "%H:%M:%S", date); break;
        case 'R': raddle_format_date(text, "%H:%M", date); break;
        case 'r': raddle_format_date(text, "%I:%M:%S %p", date); break;
        case 'c': raddle_format_date(text, "%a %b %e %H:%M:%S %Y", date); break;
        case 'z': raddle_format_date(text, "+0000", date); break;
        case 'Z': raddle_format_date(text, "GMT", date); break;
        case 'n': raddle_letter(text, '\n'); break;
        case 't': raddle_letter(text, '\t'); break;
        case '%': raddle_letter(text, '%'); break;
        default: __raddle_unsupported("this part of a format of strftime");
        }
    }
}

size_t strftime(char *to, size_t size, const char *format, const struct raddle_date *date) {
    struct raddle_text text = {to, size, 0};
    raddle_format_date(&text, format, date);
    raddle_letter(&text, 0);
    return text.length <= size ? text.length - 1 : 0;
}

char *asctime_r(const struct raddle_date *date, char *to) {
    enum { LENGTH = 26 };
    if (strftime(to, LENGTH, "%a %b %e %H:%M:%S %Y\n", date) == 0)
        __raddle_unsupported("a date that asctime has no room for");
    return to;
}

char *ctime_r(const long *time, char *to) {
    struct raddle_date date = raddle_date_of(*time);
    return asctime_r(&date, to);
}

char *asctime(const struct raddle_date *date) {
    static char text[32];
    __raddle_not_thread_safe("asctime");
    return asctime_r(date, text);
}

char *ctime(const long *time) {
    static char text[32];
    __raddle_not_thread_safe("localtime");
    return ctime_r(time, text);
}

struct raddle_parse {
    const char *at;
    struct raddle_date *date;
    /* Whether the day of the year follows from what was read, and whether the day of the week was. */
    int wants_day, has_weekday;
    int is_afternoon, has_half;
};

/* A number of at most so many digits within bounds, which ends before it would be too large; 0 if there is none. */
static int raddle_parse_number(struct raddle_parse *parse, int lowest, int highest, int digits, int *number) {
    int value = 0, count = 0;
    while (*parse->at == ' ')
        parse->at++;
    while (count < digits && value * 10 <= highest && *parse->at >= '0' && *parse->at <= '9') {
        value = value * 10 + (*parse->at++ - '0');
        count++;
    }
    *number = value;
    return count > 0 && value >= lowest && value <= highest;
}

static int raddle_same_letter(char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
}

/* How much of a name is there: all, the first three letters, or nothing. */
static int raddle_parse_name(struct raddle_parse *parse, const char *names, int *which) {
    for (int number = 0; *names; number++) {
        size_t length = 1, same = 0;
        while (names[length] >= 'a' && names[length] <= 'z')
            length++;
        while (same < length && raddle_same_letter(parse->at[same], names[same]))
            same++;
        if (same >= 3) {
            parse->at += same == length ? length : 3;
            *which = number;
            return 1;
        }
        names += length;
    }
    return 0;
}

static int raddle_parse_date(struct raddle_parse *parse, const char *format) {
    struct raddle_date *date = parse->date;
    int number = 0;
    for (; *format; format++) {
        if (*format == ' ' || (*format >= '\t' && *format <= '\r')) {
            while (*parse->at == ' ' || (*parse->at >= '\t' && *parse->at <= '\r'))
                parse->at++;
            continue;
        }
        if (*format != '%') {
            if (*parse->at++ != *format)
                return 0;
            continue;
        }
        format++;
        int is_right = 1;
        switch (*format) {
        case 'Y':
            is_right = raddle_parse_number(parse, 0, 9999, 4, &number);
            date->year = number - RADDLE_FIRST_YEAR;
            parse->wants_day = 1;
            break;
        case 'y':
            is_right = raddle_parse_number(parse, 0, 99, 2, &number);
            date->year = number < 69 ? number + 100 : number;
            parse->wants_day = 1;
            break;
        case 'm':
            is_right = raddle_parse_number(parse, 1, 12, 2, &number);
            date->month = number - 1;
            parse->wants_day = 1;
            break;
        case 'd':
        case 'e':
            is_right = raddle_parse_number(parse, 1, 31, 2, &date->day);
            parse->wants_day = 1;
            break;
        case 'H':
        case 'k':
            is_right = raddle_parse_number(parse, 0, 23, 2, &date->hour);
            parse->has_half = 0;
            break;
        case 'I':
        case 'l':
            is_right = raddle_parse_number(parse, 1, 12, 2, &number);
            date->hour = number % 12;
            parse->has_half = 1;
            break;
        case 'M': is_right = raddle_parse_number(parse, 0, 59, 2, &date->minute); break;
        case 'S': is_right = raddle_parse_number(parse, 0, 61, 2, &date->second); break;
        case 'a':
        case 'A':
            is_right = raddle_parse_name(parse, raddle_weekdays, &date->weekday);
            parse->has_weekday = 1;
            break;
        case 'b':
        case 'B':
        case 'h':
            is_right = raddle_parse_name(parse, raddle_months, &date->month);
            parse->wants_day = 1;
            break;
        case 'p':
            is_right = (raddle_same_letter(parse->at[0], 'a') || raddle_same_letter(parse->at[0], 'p')) && raddle_same_letter(parse->at[1], 'm');
            parse->is_afternoon = is_right && raddle_same_letter(parse->at[0], 'p');
            parse->at += 2;
            break;
        case 'D': is_right = raddle_parse_date(parse, "%m/%d/%y"); break;
        case 'F': is_right = raddle_parse_date(parse, "%Y-%m-%d"); break;
        case 'T': is_right = raddle_parse_date(parse, "%H:%M:%S"); break;
        case 'R': is_right = raddle_parse_date(parse, "%H:%M"); break;
        case 'n':
        case 't': is_right = raddle_parse_date(parse, " "); break;
        case '%': is_right = *parse->at++ == '%'; break;
        default: __raddle_unsupported("this part of a format of strptime");
        }
        if (!is_right)
            return 0;
    }
    return 1;
}

char *strptime(const char *text, const char *format, struct raddle_date *date) {
    struct raddle_parse parse = {text, date, 0, 0, 0, 0};
    if (!raddle_parse_date(&parse, format))
        return NULL;
    if (parse.has_half && parse.is_afternoon)
        date->hour += 12;
    if (parse.wants_day && date->month >= 0 && date->month < 12) {
        long long year = date->year + RADDLE_FIRST_YEAR, days = raddle_days_before(year, date->month) + date->day - 1;
        date->yearday = (int)(days - raddle_days_before(year, 0));
        if (!parse.has_weekday)
            date->weekday = (int)(((days + 4) % 7 + 7) % 7);
    }
    return (char *)parse.at;
}
