// Row and column are exchanged: the last row is left through its end.
//@ verdict: unsafe
#define ROWS 2
#define COLUMNS 3
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int grid[ROWS][COLUMNS] = {{1, 2, 3}, {4, 5, 6}};
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
    if (row >= ROWS || column >= COLUMNS)
        return 0;
    return grid[column][row]; //~ FINDING memory-out-of-bounds
}
