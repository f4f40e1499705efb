//! SHA-256 (FIPS 180-4), which witnesses name files by. It is sixty lines; a dependency would be more.

/// Fractional parts of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let mut constants = [0; 64];
    for (constant, prime) in constants.iter_mut().zip(primes()) {
        *constant = root_fraction(prime, 3);
    }
    constants
}

fn primes() -> impl Iterator<Item = u128> {
    (2_u128..).filter(|&number| {
        (2..number).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
    })
}

/// The first 32 bits behind the point of a prime's square or cube root: the largest r with r^k ≤ p · 2^(32k).
fn root_fraction(prime: u128, degree: u32) -> u32 {
    let target = prime << (32 * degree);
    let (mut low, mut high) = (0_u128, 1_u128 << 42);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.checked_pow(degree).is_some_and(|power| power <= target) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}

/// The digest as hexadecimal digits.
pub(super) fn hex(content: &[u8]) -> String {
    let constants = constants();
    let mut state = [0_u32; 8];
    for (word, prime) in state.iter_mut().zip(primes()) {
        *word = root_fraction(prime, 2);
    }
    let mut message = content.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((content.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for at in 16..64 {
        let (early, late) = (words[at - 15], words[at - 2]);
        let first = early.rotate_right(7) ^ early.rotate_right(18) ^ (early >> 3);
        let second = late.rotate_right(17) ^ late.rotate_right(19) ^ (late >> 10);
        words[at] =
            words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let second = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let one =
            h.wrapping_add(second).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let first = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let two = first.wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
    }
    for (word, value) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(value);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn the_standards_examples() {
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(long), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}
