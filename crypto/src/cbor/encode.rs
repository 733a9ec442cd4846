//! Writing values canonically.

use ciborium::Value;
use serde::Serialize;

use super::{EncodeError, MAX_DEPTH};

/// The canonical encoding of a value.
///
/// # Errors
///
/// [`EncodeError`] if the value holds something that has no place in the encoding.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    let value = Value::serialized(value).map_err(|error| EncodeError::Serialize(error.to_string()))?;
    value_to_vec(&value)
}

/// The canonical encoding of a CBOR [`Value`]. Maps are sorted; tags are refused.
///
/// # Errors
///
/// [`EncodeError`] if the value holds something that has no place in the encoding.
pub fn value_to_vec(value: &Value) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    write(value, &mut out, MAX_DEPTH)?;
    Ok(out)
}

fn write(value: &Value, out: &mut Vec<u8>, depth: usize) -> Result<(), EncodeError> {
    let inner = || depth.checked_sub(1).ok_or(EncodeError::TooDeep);
    match value {
        Value::Integer(integer) => {
            let integer = i128::from(*integer);
            let (major, argument) = if integer < 0 { (1, -1 - integer) } else { (0, integer) };
            // `Integer` ranges over −2⁶⁴ … 2⁶⁴ − 1, so the argument always fits.
            head(
                major,
                u64::try_from(argument).map_err(|_| EncodeError::Unsupported)?,
                out,
            );
        }
        Value::Bytes(bytes) => string(2, bytes, out),
        Value::Text(text) => string(3, text.as_bytes(), out),
        Value::Array(items) => {
            let depth = inner()?;
            head(4, items.len() as u64, out);
            for item in items {
                write(item, out, depth)?;
            }
        }
        Value::Map(entries) => {
            let depth = inner()?;
            let mut encoded = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                let mut bytes = Vec::new();
                write(key, &mut bytes, depth)?;
                encoded.push((bytes, value));
            }
            encoded.sort_by(|(a, _), (b, _)| a.cmp(b));
            head(5, entries.len() as u64, out);
            let mut last: Option<&[u8]> = None;
            for (key, value) in &encoded {
                if last == Some(key) {
                    return Err(EncodeError::DuplicateKey);
                }
                last = Some(key);
                out.extend(key);
                write(value, out, depth)?;
            }
        }
        Value::Bool(false) => out.push(0xf4),
        Value::Bool(true) => out.push(0xf5),
        Value::Null => out.push(0xf6),
        Value::Float(_) => return Err(EncodeError::Float),
        Value::Tag(number, _) => return Err(EncodeError::Tag { number: *number }),
        _ => return Err(EncodeError::Unsupported),
    }
    Ok(())
}

fn string(major: u8, bytes: &[u8], out: &mut Vec<u8>) {
    head(major, bytes.len() as u64, out);
    out.extend(bytes);
}

/// The first bytes of an item, RFC 8949 §3: major type and argument in the shortest form.
fn head(major: u8, argument: u64, out: &mut Vec<u8>) {
    let major = major << 5;
    if let Ok(small) = u8::try_from(argument) {
        if small < 24 {
            out.push(major | small);
        } else {
            out.extend([major | 24, small]);
        }
    } else if let Ok(medium) = u16::try_from(argument) {
        out.push(major | 25);
        out.extend(medium.to_be_bytes());
    } else if let Ok(large) = u32::try_from(argument) {
        out.push(major | 26);
        out.extend(large.to_be_bytes());
    } else {
        out.push(major | 27);
        out.extend(argument.to_be_bytes());
    }
}
