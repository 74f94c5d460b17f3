//! A library of another level than its program.

/// A sum that depends on the order of `bytes`.
#[inline(never)]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = 7u32;
    for byte in bytes {
        sum = sum.rotate_left(5) ^ u32::from(*byte);
    }
    sum
}
