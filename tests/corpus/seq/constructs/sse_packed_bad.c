// A saturating pack loses what does not fit.
//@ verdict: unsafe
#include <assert.h>
#include <emmintrin.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    __m128i wide = _mm_set1_epi32(number);
    short narrow[8];
    __m128i packed = _mm_packs_epi32(wide, wide);
    memcpy(narrow, &packed, sizeof narrow);
    assert(narrow[0] == narrow[7]);
    assert(narrow[0] == number); //~ FINDING assert
    return 0;
}
