// Packed operations of SSE2 that are no plain vector instructions: shifts, saturating packs, means, sums of products and of differences.
//@ verdict: safe
#include <assert.h>
#include <emmintrin.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int at(__m128i v, int lane)
{
    int lanes[4];
    memcpy(lanes, &v, sizeof lanes);
    return lanes[lane];
}

static int short_at(__m128i v, int lane)
{
    short lanes[8];
    memcpy(lanes, &v, sizeof lanes);
    return lanes[lane];
}

static int byte_at(__m128i v, int lane)
{
    signed char lanes[16];
    memcpy(lanes, &v, sizeof lanes);
    return lanes[lane];
}

int main(void)
{
    __m128i a = _mm_set_epi32(-5, 7, 1 << 30, 3);
    int amount = __VERIFIER_nondet_uchar();
    __m128i by = _mm_cvtsi32_si128(amount);
    assert(at(_mm_slli_epi32(a, 2), 0) == 12 && at(_mm_slli_epi32(a, 40), 0) == 0);
    assert(at(_mm_srai_epi32(a, 1), 3) == -3 && at(_mm_srai_epi32(a, 99), 3) == -1);
    assert(at(_mm_srl_epi32(a, by), 2) == (amount < 32 ? 7 >> amount : 0));
    assert(at(_mm_sra_epi32(a, by), 3) == (amount < 32 ? -5 >> amount : -1));
    __m128i words = _mm_packs_epi32(a, _mm_set1_epi32(-70000));
    assert(short_at(words, 0) == 3 && short_at(words, 1) == 32767 && short_at(words, 4) == -32768);
    __m128i bytes = _mm_packus_epi16(words, words);
    assert((unsigned char)byte_at(bytes, 1) == 255 && byte_at(bytes, 3) == 0 && byte_at(bytes, 8) == 3);
    __m128i b = _mm_set1_epi8(10), c = _mm_set1_epi8(13);
    assert(byte_at(_mm_avg_epu8(b, c), 5) == 12);
    assert(at(_mm_sad_epu8(b, c), 0) == 24 && at(_mm_sad_epu8(b, c), 2) == 24);
    __m128i factors = _mm_set1_epi16(-300), others = _mm_set1_epi16(500);
    assert(at(_mm_madd_epi16(factors, others), 1) == -300000);
    assert(short_at(_mm_mulhi_epi16(factors, others), 2) == -3);
    assert(_mm_movemask_epi8(_mm_cmpgt_epi8(c, b)) == 0xffff);
    assert(_mm_movemask_pd(_mm_set_pd(-1.0, 2.0)) == 2);
    return 0;
}
