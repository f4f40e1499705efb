// Rows of a board are arrays: how many there are is said, and how long one is the type says.
//@ flags: --function cell --where "board && size(board) == rows * sizeof *board" --array-elements 3
//@ verdict: unsafe
#include <stddef.h>

int cell(int (*board)[4], size_t rows, size_t row, size_t column)
{
    if (row > rows || column >= 4)
        return 0;
    return board[row][column]; //~ FINDING memory-out-of-bounds
}
