// setjmp and longjmp are ordinary calls here; what they mean is the machine's business.
typedef long jmp_buf[32];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf place;
int main(void) { volatile int n = 0; if (setjmp(place) < 3) { n++; longjmp(place, n); } return n; }
