// A search for a byte sixteen at a time, as headers of SSE2 spell it.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <emmintrin.h>

int main(void)
{
    unsigned char text[16] = "abcdefghijklmno", wanted = __VERIFIER_nondet_uchar();
    __m128i block = _mm_loadu_si128((const __m128i *)text);
    int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8((char)wanted)));
    if (wanted >= 'a' && wanted <= 'o')
        assert(mask == 1 << (wanted - 'a'));
    else
        assert(mask == (wanted ? 0 : 1 << 15));
    return 0;
}
