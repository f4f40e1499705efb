// A two-dimensional array read and written with symbolic row and column.
//@ verdict: safe
#include <assert.h>
#define ROWS 2
#define COLUMNS 3
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int grid[ROWS][COLUMNS] = {{1, 2, 3}, {4, 5, 6}};
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
    if (row >= ROWS || column >= COLUMNS)
        return 0;
    assert(grid[row][column] == (int)(1 + row * COLUMNS + column));
    grid[row][column] = 0;
    int zeros = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            zeros += grid[r][c] == 0;
    assert(zeros == 1);
    return 0;
}
