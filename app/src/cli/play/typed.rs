//! What somebody types, line by line.

use std::io::{self, BufRead};

/// The longest line that is listened to, in bytes; what goes beyond it is left out.
const MAX_LINE: usize = 4096;

/// What somebody types, line by line, without empty lines. A line that is not UTF-8 or is too long is no move and no word, but it
/// is not the end of the input either: nobody leaves a match by a slip of the hand.
pub(super) fn lines(mut input: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        loop {
            let line = read_line(&mut input)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if !text.is_empty() {
                return Some(text.to_owned());
            }
        }
    })
}

/// The next line; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let read = match input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return begun.then_some(line),
        };
        if read.is_empty() {
            return begun.then_some(line);
        }
        begun = true;
        let end = read.iter().position(|byte| *byte == b'\n');
        let (part, used) = end.map_or((read, read.len()), |end| (read.get(..end).unwrap_or_default(), end + 1));
        let room = MAX_LINE.saturating_sub(line.len());
        line.extend(part.iter().take(room));
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_LINE;
    use std::io;

    #[test]
    fn nothing_that_is_typed_ends_the_input_before_its_end() {
        let lines = |input: &[u8]| super::lines(io::BufReader::with_capacity(3, input)).collect::<Vec<_>>();
        assert_eq!(lines(b"a1\n\n  leave \r\nb2"), ["a1", "leave", "b2"]);
        assert_eq!(lines(b"a\xff\xfeb\n\x00\nc"), ["a\u{fffd}\u{fffd}b", "\0", "c"]);
        assert_eq!(lines("قول\n\u{feff}x\n".as_bytes()), ["قول", "\u{feff}x"]);
        let mut long = vec![b'x'; 3 * MAX_LINE];
        long.extend(b"\nnext\n");
        let read = lines(&long);
        assert_eq!(read.iter().map(String::len).collect::<Vec<_>>(), [MAX_LINE, 4]);
        assert!(lines(b"").is_empty() && lines(b"\n \n").is_empty());
    }
}
