//! The main line of an SGF file (FF[4]), read without looking at what its properties mean.

/// A property with its values, escapes resolved and line ends as `\n`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    /// Upper-case letters and digits; the lower-case letters of older files are left out, as they said they should be.
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// A node of the main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// The line of the file on which it begins, from 1.
    pub(super) line: usize,
    pub(super) properties: Vec<Property>,
}

/// What is wrong with the form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Malformed {
    NoTree,
    NoNode,
    Unclosed,
    OpenValue,
    /// A property without a value.
    NoValue,
    /// A character that begins nothing.
    Stray(char),
}

/// The text of a file: UTF-8, with or without a byte order mark; what is not UTF-8 is taken for ISO 8859-1, as old files are.
pub(super) fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

struct Scanner<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        if next == '\n' || (next == '\r' && self.rest.peek() != Some(&'\n')) {
            self.line += 1;
        }
        Some(next)
    }

    /// The rest of a value behind its `[`, up to its `]`.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next()? {
                ']' => return Some(value),
                '\\' => {
                    let escaped = self.next()?;
                    // An escaped line end is none.
                    match escaped {
                        '\r' if self.rest.peek() == Some(&'\n') => {
                            self.next();
                        }
                        '\r' | '\n' => {}
                        other => value.push(other),
                    }
                }
                '\r' => {
                    if self.rest.peek() == Some(&'\n') {
                        self.next();
                    }
                    value.push('\n');
                }
                other => value.push(other),
            }
        }
    }
}

/// The nodes of the main line of the first tree: where it branches, the first branch goes on. At least one.
pub(super) fn main_line(text: &str) -> Result<Vec<Node>, (usize, Malformed)> {
    let mut scanner = Scanner {
        rest: text.chars().peekable(),
        line: 1,
    };
    // Whatever stands before the tree does not belong to it.
    loop {
        match scanner.next() {
            Some('(') => break,
            Some(_) => {}
            None => return Err((scanner.line, Malformed::NoTree)),
        }
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut depth = 1_usize;
    // The first branch to be closed ends the main line.
    let mut on_main_line = true;
    let mut name = String::new();
    while depth > 0 {
        let line = scanner.line;
        let Some(next) = scanner.next() else {
            return Err((line, Malformed::Unclosed));
        };
        if next != '[' && !next.is_ascii_alphanumeric() && !next.is_whitespace() && !name.is_empty() {
            return Err((line, Malformed::NoValue));
        }
        match next {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                on_main_line = false;
            }
            ';' if on_main_line => nodes.push(Node {
                line,
                properties: Vec::new(),
            }),
            '[' => {
                let value = scanner.value().ok_or((line, Malformed::OpenValue))?;
                if !on_main_line {
                    name.clear();
                    continue;
                }
                let node = nodes.last_mut().ok_or((line, Malformed::NoNode))?;
                if name.is_empty() {
                    let property = node.properties.last_mut().ok_or((line, Malformed::Stray('[')))?;
                    property.values.push(value);
                } else {
                    node.properties.push(Property {
                        name: std::mem::take(&mut name),
                        values: vec![value],
                    });
                }
            }
            ';' => {}
            letter if letter.is_ascii_lowercase() => {}
            letter if letter.is_ascii_alphanumeric() => name.push(letter),
            space if space.is_whitespace() || space == '\u{feff}' => {}
            stray => return Err((line, Malformed::Stray(stray))),
        }
    }
    if nodes.is_empty() {
        return Err((scanner.line, Malformed::NoNode));
    }
    Ok(nodes)
}
