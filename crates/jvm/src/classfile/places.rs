//! Where in a class file the code of its methods is, which the class-file library does not tell.

use super::pool::{RawPool, u16_at};
use std::ops::Range;

/// The name of the attribute with the code of a method.
const CODE: &[u8] = b"Code";

/// What comes before the instructions in a `Code` attribute: two limits and the length.
const CODE_HEADER: usize = 8;

/// Where the instructions of each method are, in the order of the file; `None` for one without. Nothing if the file is damaged.
pub(crate) fn of_code(file: &[u8]) -> Option<Vec<Option<Range<usize>>>> {
    let pool = RawPool::read(file)?;
    let mut walk = Walk { file, at: file.len() - pool.after().len() };
    walk.skip(6)?;
    let interfaces = walk.number()?;
    walk.skip(2 * usize::from(interfaces))?;
    for _ in 0..walk.number()? {
        walk.member(&pool)?;
    }
    (0..walk.number()?).map(|_| walk.member(&pool)).collect()
}

/// A walk from the beginning to the end of a class file.
struct Walk<'a> {
    file: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.at = self.at.checked_add(bytes).filter(|at| *at <= self.file.len())?;
        Some(())
    }

    fn number(&mut self) -> Option<u16> {
        let number = u16_at(self.file, self.at)?;
        self.skip(2)?;
        Some(number)
    }

    fn length(&mut self) -> Option<usize> {
        let (high, low) = (self.number()?, self.number()?);
        usize::try_from(u32::from(high) << 16 | u32::from(low)).ok()
    }

    /// Passes a field or a method. Returns where its instructions are; the inner `None` is for one without.
    fn member(&mut self, pool: &RawPool<'_>) -> Option<Option<Range<usize>>> {
        self.skip(6)?;
        let mut code = None;
        for _ in 0..self.number()? {
            let name = self.number()?;
            let length = self.length()?;
            let start = self.at;
            self.skip(length)?;
            if pool.utf8(name) == Some(CODE) {
                let mut inside = Walk { file: self.file, at: start + CODE_HEADER - 4 };
                let length = inside.length()?;
                let begin = inside.at;
                inside.skip(length)?;
                code = Some(begin..inside.at);
            }
        }
        Some(code)
    }
}

/// How far before the instructions of a method its greatest depth of the operand stack is.
pub(crate) const STACK_DEPTH: usize = CODE_HEADER;
