// Behind the columns of a table lies a number, and not another column.
//@ flags: --function first --where "table && at < 9 && (at < 4 ==> table->columns[at])"
//@ verdict: unsafe
#include <stddef.h>

struct table {
    int *columns[4];
    int count, kind;
};

int first(const struct table *table, size_t at)
{
    size_t column = at % 5;
    return *table->columns[column]; //~ FINDING memory-null-dereference
}
