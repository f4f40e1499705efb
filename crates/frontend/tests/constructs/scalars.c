// Every scalar type: conversions, arithmetic, shifts, comparisons, _Bool, enumerations.
enum colour { RED, GREEN = 5, BLUE, NEGATIVE = -4 };
enum wide { BIG = 0x100000000LL };
typedef enum { OFF, ON } toggle;
_Bool to_bool(double d) { return d; }
int narrow(long x) { return (signed char)x + (unsigned char)x + (short)x + (unsigned short)x; }
unsigned long widen(signed char c, unsigned char u) { return (unsigned long)c + u; }
int shifts(int a, unsigned b) { return (a << 3) + (a >> 2) + (int)(b >> 5) + (int)(b << 1); }
int divide(int a, int b, unsigned c, unsigned d) { return a / b + a % b + (int)(c / d) + (int)(c % d); }
int compare(int a, int b, unsigned c, unsigned d) { return (a < b) + (a <= b) + (c > d) + (c >= d) + (a == b) + (a != b); }
toggle flip(toggle t) { return t == ON ? OFF : ON; }
int main(void) {
    enum colour c = BLUE; _Bool b = 3; b++; b ^= 1; c -= 2;
    return to_bool(0.5) + narrow(70000) + (int)widen(-1, 255) + shifts(5, 9) + divide(7, -2, 7u, 2u) + compare(1, 2, 3, 4) + c + b + flip(OFF) + (int)(BIG >> 32) + NEGATIVE;
}
