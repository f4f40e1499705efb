// The idioms of lock-free code in x86 assembly compute what a processor does, with the constraints that people write.
//@ verdict: safe
#include <assert.h>

static int add_returning(int *at, int by)
{
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*at) : : "memory");
    return by;
}

static long add_returning_long(volatile long *at, long by)
{
    __asm__ volatile("lock xadd %0,%1" : "=r"(by), "=m"(*at) : "0"(by), "m"(*at) : "memory", "cc");
    return by;
}

static int exchange(volatile int *at, int value)
{
    __asm__ volatile("xchgl %0, %1" : "=r"(value), "+m"(*at) : "0"(value) : "memory");
    return value;
}

static int exchange_behind(volatile int *at, int value)
{
    __asm__ volatile("xchgl %0, (%1)" : "+r"(value) : "r"(at) : "memory");
    return value;
}

static int compare(volatile int *at, int expected, int value)
{
    int before;
    __asm__ volatile("lock; cmpxchgl %1,%2" : "=a"(before) : "r"(value), "m"(*at), "0"(expected) : "memory");
    return before;
}

static char compare_byte(volatile char *at, char expected, char value)
{
    char before;
    __asm__ volatile("lock; cmpxchgb %b1,%2" : "=a"(before) : "q"(value), "m"(*at), "0"(expected) : "memory");
    return before;
}

static short compare_short(volatile short *at, short expected, short value)
{
    short before;
    __asm__ volatile("lock; cmpxchgw %w1,%2" : "=a"(before) : "r"(value), "m"(*at), "0"(expected) : "memory");
    return before;
}

static int compare_set(volatile long *at, long expected, long value)
{
    char same;
    __asm__ volatile("lock cmpxchgq %3, %1\n\tsetz %0" : "=q"(same), "+m"(*at), "+a"(expected) : "r"(value) : "memory", "cc");
    return same;
}

static int compare_flag(volatile int *at, int *expected, int value)
{
    int same;
    __asm__ volatile("lock cmpxchgl %3, %1" : "=@ccz"(same), "+m"(*at), "+a"(*expected) : "r"(value) : "memory");
    return same;
}

struct pair {
    unsigned long low, high;
} __attribute__((aligned(16)));

static int compare_pair(struct pair *at, struct pair *expected, struct pair value)
{
    char same;
    __asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
                     : "=q"(same), "+m"(*at), "+a"(expected->low), "+d"(expected->high)
                     : "b"(value.low), "c"(value.high)
                     : "memory", "cc");
    return same;
}

static int down_to_zero(int *at)
{
    unsigned char zero;
    __asm__ volatile("lock; decl %0; sete %1" : "=m"(*at), "=qm"(zero) : "m"(*at) : "memory");
    return zero;
}

static int below_zero(int *at, int by)
{
    unsigned char negative;
    __asm__ volatile("lock; addl %2,%0; sets %1" : "+m"(*at), "=q"(negative) : "ir"(by) : "memory");
    return negative;
}

static int set_bit(unsigned *at, int bit)
{
    int before;
    __asm__ volatile("lock; btsl %2,%1\n\tsbbl %0,%0" : "=r"(before), "+m"(*at) : "Ir"(bit) : "memory");
    return before;
}

static int clear_bit(unsigned long *at, long bit)
{
    char before;
    __asm__ volatile("lock btrq %2,%1; setc %0" : "=qm"(before), "+m"(*at) : "Ir"(bit) : "memory");
    return before;
}

static int load(volatile int *at)
{
    int value;
    __asm__ volatile("movl %1,%0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}

static void store(volatile int *at, int value)
{
    __asm__ volatile("movl %1,%0" : "=m"(*at) : "r"(value) : "memory");
}

int number, words[2];
char letter = 'a';
short half = 7;
long wide;
unsigned bits[2];
unsigned long longs[2];
struct pair two = {1, 2};

int main(void)
{
    assert(add_returning(&number, 3) == 0 && number == 3);
    assert(add_returning_long(&wide, -5) == 0 && wide == -5);
    assert(exchange(&number, 8) == 3 && number == 8);
    assert(exchange_behind(&words[1], 4) == 0 && words[1] == 4 && words[0] == 0);
    assert(compare(&number, 7, 9) == 8 && number == 8);
    assert(compare(&number, 8, 9) == 8 && number == 9);
    assert(compare_byte(&letter, 'a', 'b') == 'a' && letter == 'b');
    assert(compare_short(&half, 6, 8) == 7 && half == 7);
    assert(!compare_set(&wide, 5, 6) && compare_set(&wide, -5, 6) && wide == 6);
    int expected = 8;
    assert(!compare_flag(&number, &expected, 1) && expected == 9);
    assert(compare_flag(&number, &expected, 1) && number == 1);
    struct pair seen = {1, 3}, next = {5, 6};
    assert(!compare_pair(&two, &seen, next) && seen.low == 1 && seen.high == 2);
    assert(compare_pair(&two, &seen, next) && two.low == 5 && two.high == 6);
    assert(down_to_zero(&number) && number == 0);
    assert(!down_to_zero(&number) && number == -1);
    assert(!below_zero(&number, 1) && below_zero(&number, -2) && number == -2);
    assert(set_bit(bits, 3) == 0 && set_bit(bits, 3) == -1 && bits[0] == 8);
    assert(set_bit(bits, 33) == 0 && bits[1] == 2);
    longs[0] = 6;
    assert(clear_bit(longs, 2) && !clear_bit(longs, 2) && longs[0] == 2);
    __asm__ volatile("lock; incl %0" : "+m"(number));
    __asm__ volatile("lock orl $6,%0" : "+m"(number));
    __asm__ volatile("lock; xorl %1,%0" : "+m"(number) : "r"(1));
    assert(number == -2);
    store(&number, 11);
    assert(load(&number) == 11);
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("lfence" ::: "memory");
    __asm__ volatile("sfence" ::: "memory");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc");
    return 0;
}
