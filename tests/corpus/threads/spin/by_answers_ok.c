// Two threads ask for two flags in each round, and get the answers in structs of their own: main sets both flags for one of them, and the other one counts its rounds, and gives up.
//@ flags: -p deadlock -p assert
//@ verdict: safe
//@ revisions: default none c11 tso
//@[none] flags: --reduce=none --summaries=off
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left, right, unset;
struct answers {
    int left, right, rounds;
};

static void ask(struct answers *answers, atomic_int *other)
{
    answers->left = atomic_load(&left);
    answers->right = atomic_load(other);
    answers->rounds += other == &unset;
}

static void *waiter(void *unused)
{
    struct answers answers = {0, 0, 0};
    do
        ask(&answers, &right);
    while (!answers.left || !answers.right);
    assert(answers.rounds == 0);
    return unused;
}

static void *doubter(void *unused)
{
    struct answers answers = {0, 0, 0};
    do
        ask(&answers, &unset);
    while (!answers.right && answers.rounds < 2);
    assert(answers.rounds == 2);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, doubter, NULL);
    atomic_store(&left, 1);
    atomic_store(&right, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
