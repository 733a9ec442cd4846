//! Walking over encoded bytes: the strict first stage of decoding.

use super::{DecodeError, DecodeErrorKind as Kind, Limits, MAX_DEPTH};

/// Where encoded bytes come from.
pub(super) trait Source {
    /// The first `end` bytes of the item, fetched if they are not there yet.
    ///
    /// # Errors
    ///
    /// [`Kind::Truncated`] if there are fewer, [`Kind::Read`] if they cannot be fetched.
    fn up_to(&mut self, end: usize) -> Result<&[u8], Kind>;
}

impl Source for &[u8] {
    fn up_to(&mut self, end: usize) -> Result<&[u8], Kind> {
        self.get(..end).ok_or(Kind::Truncated)
    }
}

/// The length of the canonical item at the start of `source`. Positions in errors count from `base`.
///
/// Nothing is allocated here, and `source` is never asked for a byte beyond the item or beyond `limits.size`.
pub(super) fn item_length(source: &mut impl Source, limits: &Limits, base: u64) -> Result<usize, DecodeError> {
    let mut scanner = Scanner {
        source,
        limits,
        base,
        position: 0,
        items: 0,
    };
    scanner.item(limits.depth.min(MAX_DEPTH))?;
    Ok(scanner.position)
}

struct Scanner<'a, S> {
    source: &'a mut S,
    limits: &'a Limits,
    base: u64,
    position: usize,
    items: usize,
}

impl<S: Source> Scanner<'_, S> {
    fn error(&self, at: usize, kind: Kind) -> DecodeError {
        DecodeError {
            at: self.base.saturating_add(at as u64),
            kind,
        }
    }

    /// Moves on by `count` bytes and returns them.
    fn advance(&mut self, count: usize) -> Result<&[u8], DecodeError> {
        let start = self.position;
        let limit = self.limits.size;
        let end = start.checked_add(count).filter(|&end| end <= limit);
        let Some(end) = end else {
            return Err(self.error(start, Kind::TooLarge { limit }));
        };
        self.position = end;
        let base = self.base;
        let fail = |kind| DecodeError {
            at: base.saturating_add(start as u64),
            kind,
        };
        self.source
            .up_to(end)
            .map_err(fail)?
            .get(start..)
            .ok_or_else(|| fail(Kind::Truncated))
    }

    fn number<const N: usize>(&mut self) -> Result<u64, DecodeError> {
        let bytes = self.advance(N)?;
        Ok(bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// The argument of an item (RFC 8949 §3) in its shortest form.
    fn argument(&mut self, at: usize, info: u8) -> Result<u64, DecodeError> {
        let (number, least) = match info {
            0..24 => return Ok(u64::from(info)),
            24 => (self.number::<1>()?, 24),
            25 => (self.number::<2>()?, 0x100),
            26 => (self.number::<4>()?, 0x1_0000),
            27 => (self.number::<8>()?, 0x1_0000_0000),
            31 => return Err(self.error(at, Kind::Indefinite)),
            _ => return Err(self.error(at, Kind::Reserved)),
        };
        if number < least {
            return Err(self.error(at, Kind::NotShortest));
        }
        Ok(number)
    }

    /// Counts `count` data items more without having seen them.
    fn room_for(&self, at: usize, count: u64) -> Result<(), DecodeError> {
        let limit = self.limits.items;
        let left = limit.saturating_sub(self.items) as u64;
        if count > left {
            Err(self.error(at, Kind::TooManyItems { limit }))
        } else {
            Ok(())
        }
    }

    fn string(&mut self, at: usize, length: u64) -> Result<&[u8], DecodeError> {
        let limit = self.limits.string;
        match usize::try_from(length) {
            Ok(length) if length <= limit => self.advance(length),
            _ => Err(self.error(at, Kind::StringTooLong { length, limit })),
        }
    }

    /// One item, with at most `depth` levels inside.
    fn item(&mut self, depth: usize) -> Result<(), DecodeError> {
        let at = self.position;
        self.room_for(at, 1)?;
        self.items += 1;
        let first = self.advance(1)?.first().copied().unwrap_or_default();
        let (major, info) = (first >> 5, first & 31);
        if major == 7 {
            return match info {
                20..=22 => Ok(()),
                25..=27 => Err(self.error(at, Kind::Float)),
                28..=30 => Err(self.error(at, Kind::Reserved)),
                31 => Err(self.error(at, Kind::Indefinite)),
                _ => Err(self.error(at, Kind::Simple)),
            };
        }
        let argument = self.argument(at, info)?;
        match major {
            0 | 1 => return Ok(()),
            2 => return self.string(at, argument).map(|_| ()),
            3 => {
                let valid = core::str::from_utf8(self.string(at, argument)?).is_ok();
                return if valid { Ok(()) } else { Err(self.error(at, Kind::Utf8)) };
            }
            _ => {}
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.error(
                at,
                Kind::TooDeep {
                    limit: self.limits.depth.min(MAX_DEPTH),
                },
            ));
        };
        match major {
            4 => {
                self.room_for(at, argument)?;
                for _ in 0..argument {
                    self.item(depth)?;
                }
                Ok(())
            }
            5 => {
                self.room_for(at, argument.saturating_mul(2))?;
                self.map(argument, depth)
            }
            _ if self.limits.tags.contains(&argument) => self.item(depth),
            _ => Err(self.error(at, Kind::Tag { number: argument })),
        }
    }

    fn map(&mut self, pairs: u64, depth: usize) -> Result<(), DecodeError> {
        let mut last = None;
        for _ in 0..pairs {
            let start = self.position;
            self.item(depth)?;
            let end = self.position;
            if let Some((from, to)) = last {
                let bytes = self.source.up_to(end).map_err(|kind| DecodeError {
                    at: self.base.saturating_add(start as u64),
                    kind,
                })?;
                match bytes.get(start..end).cmp(&bytes.get(from..to)) {
                    core::cmp::Ordering::Greater => {}
                    core::cmp::Ordering::Equal => return Err(self.error(start, Kind::DuplicateKey)),
                    core::cmp::Ordering::Less => return Err(self.error(start, Kind::UnsortedKeys)),
                }
            }
            last = Some((start, end));
            self.item(depth)?;
        }
        Ok(())
    }
}

/// Checks that `bytes` are exactly one canonical item within `limits`.
///
/// # Errors
///
/// [`DecodeError`] with the first thing that is wrong.
pub fn check(bytes: &[u8], limits: &Limits) -> Result<(), DecodeError> {
    let (item, rest) = split_first(bytes, limits)?;
    if rest.is_empty() {
        Ok(())
    } else {
        Err(DecodeError {
            at: item.len() as u64,
            kind: Kind::TrailingBytes,
        })
    }
}

/// Splits the first canonical item off, without looking at what follows.
///
/// # Errors
///
/// [`DecodeError`] with the first thing that is wrong; [`Kind::Truncated`] if `bytes` are empty.
pub fn split_first<'a>(bytes: &'a [u8], limits: &Limits) -> Result<(&'a [u8], &'a [u8]), DecodeError> {
    let length = item_length(&mut &*bytes, limits, 0)?;
    bytes.split_at_checked(length).ok_or(DecodeError {
        at: length as u64,
        kind: Kind::Truncated,
    })
}
