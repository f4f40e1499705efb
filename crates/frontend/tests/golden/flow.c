// Control flow and scalars: loops, switch, short circuits, recursion, pointers to functions, atomics, floats.
#include <stdatomic.h>
extern int input(void);
extern void abort(void);
static atomic_int turns;
static int lock;

static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }

int classify(int c, double limit) {
    switch (c) {
    case 'a': case 'e': return 1;
    case '0': c += 3; break;
    case -1: return limit > 0.5 && c < limit ? 2 : 3;
    default: c = c > 100 || c < -100 ? -c : ~c;
    }
    return c;
}

unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }

int spin(void) {
    int free = 0;
    while (!__atomic_compare_exchange_n(&lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        free = 0;
    atomic_fetch_add(&turns, 1);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return turns;
}

int main(void) {
    int (*step)(int) = input() ? twice : next;
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        int square = i * i;
        if (square % 3 == 1)
            continue;
        sum += step(square);
    }
    if (sum < 0)
        abort();
    _Bool done = sum;
    return (int)sum + classify(input(), 0.25) + (int)gcd(12, 18) + spin() + done;
}
