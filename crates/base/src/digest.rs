//! Digests: what stands for a content that is too long to keep.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The first half of a SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; Digest::BYTES]);

impl Digest {
    /// How many bytes it has.
    pub const BYTES: usize = 16;

    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        let mut maker = DigestMaker::default();
        maker.bytes(bytes);
        maker.finish()
    }

    /// The digest of what a value feeds a hasher. It is the same only for the same build of this program.
    pub fn of_value(value: &impl Hash) -> Digest {
        let mut maker = DigestMaker::default();
        value.hash(&mut maker);
        maker.finish()
    }

    /// The digest of how a value is written for developers. It is the same only for the same build of this program.
    pub fn of_debug(value: &impl fmt::Debug) -> Digest {
        let mut maker = DigestMaker::default();
        // The maker takes any text.
        let _ = fmt::write(&mut maker, format_args!("{value:?}"));
        maker.finish()
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let byte = |at: usize| text.get(2 * at..2 * at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..text.len().div_ceil(2)).map(byte).collect();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Digest).ok_or_else(|| serde::de::Error::custom("not a digest"))
    }
}

/// Makes a digest of parts.
#[derive(Clone, Default)]
pub struct DigestMaker(Sha256);

impl DigestMaker {
    /// Takes bytes in; where one part ends and the next begins leaves no trace.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Takes a part in, so that it cannot be taken for a part of its neighbours.
    pub fn part(&mut self, bytes: &[u8]) {
        self.bytes(&(bytes.len() as u64).to_le_bytes());
        self.bytes(bytes);
    }

    /// The digest of all that was taken in.
    pub fn finish(self) -> Digest {
        let whole: [u8; 32] = self.0.finalize().into();
        let mut half = [0; Digest::BYTES];
        half.copy_from_slice(&whole[..Digest::BYTES]);
        Digest(half)
    }
}

impl Hasher for DigestMaker {
    fn write(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Nothing of use: the digest is longer.
    fn finish(&self) -> u64 {
        0
    }
}

impl fmt::Write for DigestMaker {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_was_written() -> Result<(), serde_json::Error> {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223");
        let text = serde_json::to_string(&digest)?;
        assert_eq!(serde_json::from_str::<Digest>(&text)?, digest);
        for wrong in ["\"\"", "\"ba\"", "\"zz7816bf8f01cfea414140de5dae2223\"", "\"ba7816bf8f01cfea414140de5dae22233\""]
        {
            assert!(serde_json::from_str::<Digest>(wrong).is_err(), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn parts_are_kept_apart() {
        let of = |parts: [&str; 2]| {
            let mut maker = DigestMaker::default();
            parts.iter().for_each(|part| maker.part(part.as_bytes()));
            maker.finish()
        };
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
        assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
    }
}
