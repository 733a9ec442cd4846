//! The rules of the four games as a person reads them, in three languages.
//!
//! The texts lie in `app/texts/rules/GAME.LANGUAGE.md` and are built into the program. They keep to a
//! small part of Markdown, so that a terminal and a window can draw the same text:
//!
//! - the first line is `# Title`;
//! - `## Heading` begins a section;
//! - `- ` begins an item of a list, any other line is a paragraph; either is one line, whatever its length;
//! - a paragraph or item may end with the rules it states, as in `[domino.11]` or `[domino.21, common.6]`.
//!
//! Nothing else is markup, and whatever looks like other markup is refused. The rule numbers are those that
//! errors name, so whoever is told `domino.11` finds the passage that explains it. The three texts of a
//! game have the same sections with the same blocks, which a test holds them to.
//!
//! ```
//! use majlis::language::Language;
//! use majlis::rulebook;
//!
//! let document = rulebook::document("domino", Language::English)?;
//! let (section, block) = document.passages("domino.11").next().expect("every rule has a passage");
//! assert_eq!(section.heading, "If nothing fits");
//! assert!(block.text.starts_with("With two players you draw from the boneyard"));
//! # Ok::<(), rulebook::Error>(())
//! ```

use std::fmt;

use textwrap::{Options, WordSplitter};

use crate::language::Language;

/// The games that have a text, by their names in the program.
pub const GAMES: [&str; 4] = ["arkan", "domino", "four", "jackaroo"];

/// Columns below which [`print()`] does not go, so that a reference still fits beside a word.
pub const MIN_WIDTH: usize = 40;

/// The rules of one game in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<'a> {
    /// The game's name in this language.
    pub title: &'a str,
    /// The sections in reading order; never empty.
    pub sections: Vec<Section<'a>>,
}

/// A heading and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The heading.
    pub heading: &'a str,
    /// Paragraphs and items in reading order; never empty.
    pub blocks: Vec<Block<'a>>,
}

/// A paragraph, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Which of the two it is.
    pub kind: BlockKind,
    /// The text, without the mark of an item and without the rule numbers; in logical order.
    pub text: &'a str,
    /// The numbers of the rules it states, such as `domino.11`; empty for an explanation or advice.
    pub rules: Vec<&'a str>,
}

/// How a block is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// An item of an unordered list.
    Item,
}

/// Why there is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No game has this name.
    UnknownGame(String),
    /// The text leaves the part of Markdown that this module describes.
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => write!(f, "there is no game called {name:?}: choose {}", GAMES.join(", ")),
            Self::Malformed { line, problem } => write!(f, "line {line} of the text: {problem}"),
        }
    }
}

impl std::error::Error for Error {}

/// The text of a game's rules as it stands in the file, or `None` if no game has this name.
#[must_use]
pub fn source(game: &str, language: Language) -> Option<&'static str> {
    macro_rules! text {
        ($game:literal) => {
            match language {
                Language::Arabic => include_str!(concat!("../texts/rules/", $game, ".ar.md")),
                Language::English => include_str!(concat!("../texts/rules/", $game, ".en.md")),
                Language::Romanian => include_str!(concat!("../texts/rules/", $game, ".ro.md")),
            }
        };
    }
    Some(match game {
        "arkan" => text!("arkan"),
        "domino" => text!("domino"),
        "four" => text!("four"),
        "jackaroo" => text!("jackaroo"),
        _ => return None,
    })
}

/// The rules of a game for a person.
///
/// # Errors
///
/// [`Error::UnknownGame`] if `game` is none of [`GAMES`]. The texts themselves are well formed: a test
/// parses them all.
pub fn document(game: &str, language: Language) -> Result<Document<'static>, Error> {
    let source = source(game, language).ok_or_else(|| Error::UnknownGame(game.to_owned()))?;
    Document::parse(source)
}

impl<'a> Document<'a> {
    /// Reads a text in the form that the module's page describes.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] with the first line that does not keep to it.
    pub fn parse(source: &'a str) -> Result<Self, Error> {
        let mut lines = (1..).zip(source.lines());
        let title = match lines.next() {
            Some((line, first)) => match first.strip_prefix("# ") {
                Some(title) => plain(title, line)?,
                None => return Err(malformed(line, "a text begins with `# ` and its title")),
            },
            None => return Err(malformed(1, "the text is empty")),
        };
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut last = 1;
        for (line, content) in lines {
            last = line;
            if content.is_empty() {
                continue;
            }
            if let Some(heading) = content.strip_prefix("## ") {
                if sections.last().is_some_and(|section| section.blocks.is_empty()) {
                    return Err(malformed(line, "the section before this one is empty"));
                }
                sections.push(Section {
                    heading: plain(heading, line)?,
                    blocks: Vec::new(),
                });
            } else if let Some(section) = sections.last_mut() {
                section.blocks.push(Block::parse(content, line)?);
            } else {
                return Err(malformed(line, "text stands before the first `## ` heading"));
            }
        }
        match sections.last() {
            Some(section) if !section.blocks.is_empty() => Ok(Self { title, sections }),
            Some(_) => Err(malformed(last, "the last section is empty")),
            None => Err(malformed(last, "the text has no section")),
        }
    }

    /// Every passage that states `rule`, with the section it stands in, in reading order.
    pub fn passages<'d>(&'d self, rule: &'d str) -> impl Iterator<Item = (&'d Section<'a>, &'d Block<'a>)> {
        self.sections.iter().flat_map(move |section| {
            section
                .blocks
                .iter()
                .filter(move |block| block.rules.contains(&rule))
                .map(move |block| (section, block))
        })
    }
}

impl<'a> Block<'a> {
    fn parse(content: &'a str, line: usize) -> Result<Self, Error> {
        let (kind, content) = match content.strip_prefix("- ") {
            Some(item) => (BlockKind::Item, item),
            None => (BlockKind::Paragraph, content),
        };
        let (text, rules) = match content.strip_suffix(']') {
            Some(body) => {
                let (text, references) = body
                    .rsplit_once(" [")
                    .ok_or_else(|| malformed(line, "a `]` at the end closes no ` [`"))?;
                let rules: Vec<&str> = references.split(", ").collect();
                if !rules.iter().all(|rule| is_rule_number(rule)) {
                    return Err(malformed(
                        line,
                        "brackets hold rule numbers, `game.number`, with `, ` between them",
                    ));
                }
                (text, rules)
            }
            None => (content, Vec::new()),
        };
        Ok(Self {
            kind,
            text: plain(text, line)?,
            rules,
        })
    }
}

/// `text` if it holds words and no markup.
fn plain(text: &str, line: usize) -> Result<&str, Error> {
    if text.is_empty() || text.trim() != text {
        return Err(malformed(line, "white space at the end or where a text should begin"));
    }
    if text.starts_with(['#', '-', '+', '>', '=']) {
        return Err(malformed(line, "this mark does not begin a block here"));
    }
    if text.contains(['*', '_', '`', '|', '<', '[', ']', '\\', '\t']) {
        return Err(malformed(line, "markup other than headings, items and rules"));
    }
    Ok(text)
}

fn is_rule_number(rule: &str) -> bool {
    rule.split_once('.').is_some_and(|(page, number)| {
        !page.is_empty()
            && page.bytes().all(|byte| byte.is_ascii_lowercase())
            && !number.is_empty()
            && !number.starts_with('0')
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

const fn malformed(line: usize, problem: &'static str) -> Error {
    Error::Malformed { line, problem }
}

/// Writes a document for a terminal of `width` columns, at least [`MIN_WIDTH`].
///
/// Text stays in logical order, which is what a terminal expects. The rules of a block stand in brackets
/// at its end and are never parted from its last word: a line of nothing but rule numbers would make a
/// terminal set that line of an Arabic text from left to right.
///
/// # Errors
///
/// Those of `out`.
pub fn print(document: &Document<'_>, width: usize, out: &mut impl fmt::Write) -> fmt::Result {
    const NO_BREAK: char = '\u{a0}';
    let width = width.max(MIN_WIDTH);
    let wrapped = |text: &str, first: &str, rest: &str, out: &mut dyn fmt::Write| {
        // Never parted at a hyphen: Romanian joins words with it (n-ai, dă-i).
        let options = Options::new(width)
            .word_splitter(WordSplitter::NoHyphenation)
            .initial_indent(first)
            .subsequent_indent(rest);
        for line in textwrap::wrap(text, options) {
            writeln!(out, "{}", line.replace(NO_BREAK, " "))?;
        }
        Ok(())
    };

    wrapped(document.title, "", "", out)?;
    for section in &document.sections {
        writeln!(out)?;
        wrapped(section.heading, "", "", out)?;
        let mut before = None;
        for block in &section.blocks {
            let mut text = block.text.to_owned();
            if !block.rules.is_empty() {
                text.push(NO_BREAK);
                text.push('[');
                text.push_str(&block.rules.join(",\u{a0}"));
                text.push(']');
            }
            // Items of one list stand together; everything else has air around it.
            if before != Some(BlockKind::Item) || block.kind != BlockKind::Item {
                writeln!(out)?;
            }
            before = Some(block.kind);
            match block.kind {
                BlockKind::Paragraph => wrapped(&text, "  ", "  ", out)?,
                BlockKind::Item => wrapped(&text, "  • ", "    ", out)?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read() {
        let document = Document::parse(
            "# Title\n\n## One\n\nWords.\nMore words: [domino.21, common.6]\n\n- Item. [four.8]\n## Two\n- Last",
        )
        .unwrap();
        assert_eq!(document.title, "Title");
        let headings: Vec<_> = document.sections.iter().map(|s| s.heading).collect();
        assert_eq!(headings, ["One", "Two"]);
        let blocks = &document.sections[0].blocks;
        assert_eq!(
            blocks[1],
            Block {
                kind: BlockKind::Paragraph,
                text: "More words:",
                rules: vec!["domino.21", "common.6"],
            }
        );
        assert_eq!(blocks[2].kind, BlockKind::Item);
        assert_eq!(document.sections[1].blocks[0].text, "Last");
        assert_eq!(document.passages("four.8").count(), 1);
        assert_eq!(document.passages("four.9").count(), 0);
    }

    #[test]
    fn what_leaves_the_form_is_refused_with_its_line() {
        for (source, line) in [
            ("", 1),
            ("Title", 1),
            ("#Title", 1),
            ("# ", 1),
            ("# Title", 1),
            ("# Title\nText", 2),
            ("# Title\n\n- Item", 3),
            ("# Title\n## One", 2),
            ("# Title\n## One\n## Two\nText", 3),
            ("# Title\n## One\nText\n## ", 4),
            ("# Title\n## One\nText \n", 3),
            ("# Title\n## One\n Text", 3),
            ("# Title\n## One\n \n", 3),
            ("# Title\n## One\n### Deep", 3),
            ("# Title\n## One\n# Second title", 3),
            ("# Title\n## One\n* Star", 3),
            ("# Title\n## One\n- - Deep", 3),
            ("# Title\n## One\n-", 3),
            ("# Title\n## One\n- ", 3),
            ("# Title\n## One\n---", 3),
            ("# Title\n## One\n> Quote", 3),
            ("# Title\n## One\nSome **bold** text", 3),
            ("# Title\n## One\nSome `code` text", 3),
            ("# Title\n## One\n| a | b |", 3),
            ("# Title\n## One\nA [link](there)", 3),
            ("# Title\n## One\n![Picture](pic:x)", 3),
            ("# Title\n## One\nText [domino.9] goes on", 3),
            ("# Title\n## One\nText domino.9]", 3),
            ("# Title\n## One\nText[domino.9]", 3),
            ("# Title\n## One\n[domino.9]", 3),
            ("# Title\n## One\nText []", 3),
            ("# Title\n## One\nText [domino]", 3),
            ("# Title\n## One\nText [domino.]", 3),
            ("# Title\n## One\nText [domino.09]", 3),
            ("# Title\n## One\nText [Domino.9]", 3),
            ("# Title\n## One\nText [domino.9,four.8]", 3),
            ("# Title\n## One\nText [domino.9, ]", 3),
            ("# Title\n## One\nText [domino.9] [four.8]", 3),
        ] {
            match Document::parse(source) {
                Err(Error::Malformed { line: found, .. }) => {
                    assert_eq!(found, line, "{source:?}");
                }
                other => panic!("{source:?} gave {other:?}"),
            }
        }
    }

    #[test]
    fn rules_stay_beside_the_last_word() {
        let document = Document::parse(
            "# Title\n## One\n- Words that fill the line up to here and on. [domino.21, common.6]\n- Next\nA paragraph",
        )
        .unwrap();
        let mut out = String::new();
        print(&document, 1, &mut out).unwrap();
        assert_eq!(
            out,
            "Title\n\nOne\n\n  • Words that fill the line up to here\n    and on. [domino.21, common.6]\n  • Next\n\n  A paragraph\n"
        );
    }
}
