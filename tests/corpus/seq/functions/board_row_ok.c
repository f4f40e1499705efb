// Rows of a board are arrays.
//@ flags: --function cell --where "board && size(board) == rows * sizeof *board" --array-elements 3
//@ verdict: safe
#include <stddef.h>

int cell(int (*board)[4], size_t rows, size_t row, size_t column)
{
    if (row >= rows || column >= 4)
        return 0;
    return board[row][column];
}
