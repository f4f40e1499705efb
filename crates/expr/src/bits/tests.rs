//! Constants against plain integers at small widths, and against algebraic laws at large ones.

use super::Bits;
use crate::random::Random;

/// Reads the low `width` bits as two's complement.
fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

#[test]
fn small_widths_agree_with_integers() {
    for width in 1..=5u32 {
        let size = 1u128 << width;
        for a in 0..size {
            for b in 0..size {
                check_pair(width, a, b);
            }
        }
    }
}

fn check_pair(width: u32, a: u128, b: u128) {
    let mask = (1u128 << width) - 1;
    let (left, right) = (Bits::new(width, a), Bits::new(width, b));
    let (sa, sb) = (signed(width, a), signed(width, b));
    let value = |bits: Bits| bits.to_u128().unwrap();
    assert_eq!(value(left.add(&right)), (a + b) & mask);
    assert_eq!(value(left.sub(&right)), a.wrapping_sub(b) & mask);
    assert_eq!(value(left.mul(&right)), (a * b) & mask);
    assert_eq!(value(left.udiv(&right)), a.checked_div(b).unwrap_or(mask));
    assert_eq!(value(left.urem(&right)), a.checked_rem(b).unwrap_or(a));
    let quotient = if b != 0 {
        sa / sb
    } else if sa < 0 {
        1
    } else {
        -1
    };
    assert_eq!(value(left.sdiv(&right)), quotient as u128 & mask);
    assert_eq!(value(left.srem(&right)), sa.checked_rem(sb).unwrap_or(sa) as u128 & mask);
    let amount = b.min(127) as u32;
    assert_eq!(value(left.shl(&right)), a << amount & mask);
    assert_eq!(value(left.lshr(&right)), a >> amount);
    assert_eq!(value(left.ashr(&right)), (sa >> amount) as u128 & mask);
    assert_eq!((left.ult(&right), left.slt(&right)), (a < b, sa < sb));
    assert_eq!((left.ule(&right), left.sle(&right)), (a <= b, sa <= sb));
    assert_eq!(value(left.concat(&right)), a << width | b);
    assert_eq!((value(left.and(&right)), value(left.or(&right))), (a & b, a | b));
    assert_eq!((value(left.xor(&right)), value(left.not())), (a ^ b, !a & mask));
    assert_eq!(left.sext(width + 70).to_i128(), Some(sa));
    assert_eq!(left.zext(width + 70).to_u128(), Some(a));
    assert_eq!(left.signed_decimal(), sa.to_string());
}

fn random_bits(random: &mut Random, width: u32) -> Bits {
    let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.next_u64()).collect();
    let bits = Bits::from_words(width, &words);
    // Short values exercise division and carries at the word borders.
    if random.below(2) == 0 { bits.lshr_by(random.below(u64::from(width)) as u32) } else { bits }
}

#[test]
fn large_widths_obey_the_laws() {
    let mut random = Random::new(1);
    for width in [63, 64, 65, 100, 127, 128, 129, 191, 192, 200, 256, 513] {
        for _ in 0..200 {
            let (a, b) = (random_bits(&mut random, width), random_bits(&mut random, width));
            check_laws(&mut random, &a, &b);
        }
    }
}

fn check_laws(random: &mut Random, a: &Bits, b: &Bits) {
    let width = a.width();
    assert_eq!(a.add(b).sub(b), *a);
    assert_eq!(a.neg().neg(), *a);
    assert_eq!(a.mul(&b.neg()), a.mul(b).neg());
    let c = random_bits(random, width);
    assert_eq!(a.add(b).mul(&c), a.mul(&c).add(&b.mul(&c)));
    assert_eq!(a.udiv(b).mul(b).add(&a.urem(b)), *a);
    assert!(b.is_zero() || a.urem(b).ult(b));
    assert_eq!(a.sdiv(b).mul(b).add(&a.srem(b)), *a);
    // Doubling the width must not change what fits.
    assert_eq!(a.zext(width * 2).add(&b.zext(width * 2)).extract(width - 1, 0), a.add(b));
    assert_eq!(a.zext(width * 2).mul(&b.zext(width * 2)).extract(width - 1, 0), a.mul(b));
    assert_eq!(a.zext(width * 2).udiv(&b.zext(width * 2)).is_ones(), b.is_zero());
    let cut = random.below(u64::from(width) - 1) as u32 + 1;
    assert_eq!(a.extract(width - 1, cut).concat(&a.extract(cut - 1, 0)), *a);
    assert_eq!(a.shl_by(cut), a.mul(&Bits::one(width).shl_by(cut)));
    assert_eq!(a.lshr_by(cut), a.udiv(&Bits::one(width).shl_by(cut)));
    assert_eq!(a.ashr_by(cut), a.extract(width - 1, cut).sext(width));
    assert_eq!(a.shl(&Bits::new(width, u128::from(cut))), a.shl_by(cut));
    assert_eq!(a.lshr(&Bits::new(width, u128::from(width))), Bits::zero(width));
    assert_eq!(Bits::parse(&a.to_string()).as_ref(), Ok(a));
    assert_eq!(a.leading_zeros(), a.zext(width + 64).leading_zeros() - 64);
    assert_eq!(a.trailing_ones(), a.not().trailing_zeros());
    let odd = a.or(&Bits::one(width));
    assert!(odd.mul(&odd.inverse()).is_one());
    assert_eq!(a.ult(b), a.sub(b).zext(width + 1) != a.zext(width + 1).sub(&b.zext(width + 1)));
}

#[test]
fn decimal_of_wide_values() {
    let bits = Bits::one(200).shl_by(190);
    assert_eq!(
        bits.unsigned_decimal(),
        "1569275433846670190958947355801916604025588861116008628224"
    );
    assert_eq!(Bits::ones(200).signed_decimal(), "-1");
    assert_eq!(Bits::zero(300).unsigned_decimal(), "0");
    assert_eq!(Bits::one(129).shl_by(64).hexadecimal(), "000000000000000010000000000000000");
}
