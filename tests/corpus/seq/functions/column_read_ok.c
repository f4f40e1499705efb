// A column of a table is read, and nothing that lies behind them.
//@ flags: --function first --where "table && all(i, 4, table->columns[i])"
//@ verdict: safe
#include <stddef.h>

struct table {
    int *columns[4];
    int count, kind;
};

int first(const struct table *table, size_t at)
{
    size_t column = at % 4;
    return *table->columns[column];
}
