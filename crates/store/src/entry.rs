//! A value as the file has it: packed, behind the digest of the packed bytes.

use clew_base::Digest;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{self, Read, Write};

/// The greatest value that is unpacked, in bytes: more is not what was put in.
const MAX_BYTES: u64 = 1 << 30;

/// Packs a value.
pub(super) fn pack(value: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(value)?;
    let packed = encoder.finish()?;
    Ok([Digest::of(&packed).as_bytes(), &packed].concat())
}

/// The value that was packed; `None` where these are not the bytes that packing gave.
pub(super) fn unpack(bytes: &[u8]) -> Option<Vec<u8>> {
    let (digest, packed) = bytes.split_at_checked(Digest::BYTES)?;
    if Digest::of(packed).as_bytes() != digest {
        return None;
    }
    let mut value = Vec::new();
    DeflateDecoder::new(packed).take(MAX_BYTES).read_to_end(&mut value).ok()?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back_and_nothing_else() -> io::Result<()> {
        let value = b"a value, a value, a value".to_vec();
        let packed = pack(&value)?;
        assert_eq!(unpack(&packed), Some(value));
        for at in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 4;
            assert_eq!(unpack(&damaged), None, "byte {at}");
        }
        assert_eq!(unpack(&packed[..7]), None);
        Ok(())
    }
}
