// Threads work on parts of a matrix of floats: each is followed once, and of the results nothing needs to be known.
//@ verdict: safe
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double a[N][N], b[N][N], c[N][N];

static void *multiply(void *row)
{
    for (int i = *(int *)row; i < N; i += 2)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) {
                double product = a[i][k] * b[k][j];
                sum += product;
            }
            c[i][j] = -(-sum);
        }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int rows[2] = {0, 1};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j / 2.0;
            b[i][j] = i == j;
        }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, multiply, &rows[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
