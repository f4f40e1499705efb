// Matrix product: nested loops over word-sized elements of two-dimensional arrays.
#include <assert.h>

#ifndef SIZE
#define SIZE 120
#endif

static int left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            left[i][j] = i + j;
            right[i][j] = i == j;
        }
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            int sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
    assert(product[3][4] == 7);
    return 0;
}
