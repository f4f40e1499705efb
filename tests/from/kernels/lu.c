// Blocks of a matrix are factorised in rounds; a barrier separates the diagonal block, the perimeter and the interior.
#include <pthread.h>
#define BLOCKS 4
static pthread_barrier_t barrier;
static int threads_used, blocks;
static int matrix[BLOCKS * BLOCKS];
static int numbers[8];

static int owner(int row, int column) { return (row + column) & (threads_used - 1); }

static void factorise(int number)
{
    for (int k = 0; k < blocks; k++) {
        if (owner(k, k) == number) // @diagonal
            matrix[(k & 3) * 4 + (k & 3)] += 1;
        pthread_barrier_wait(&barrier); // @first
        for (int i = k + 1; i < blocks; i++)
            if (owner(i, k) == number) // @perimeter
                matrix[(i & 3) * 4 + (k & 3)] += 2;
        pthread_barrier_wait(&barrier); // @second
    }
}

static void *work(void *argument)
{
    factorise(*(int *)argument); // @work
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t threads[8];
    threads_used = 2;
    blocks = argc;
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
