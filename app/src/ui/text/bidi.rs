//! Which part of a text goes in which direction, and in what order the parts of a line are drawn: UAX #9, without any font.

use core::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// A part of a paragraph that a font can shape by itself, whatever direction its shaper guesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Which characters of the paragraph, counted from its start.
    pub(super) chars: Range<usize>,
    /// The embedding level: odd from right to left.
    pub(super) level: u8,
    /// What it is made of.
    pub(super) kind: PieceKind,
}

/// What a piece is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    /// White space: a line may be broken after it.
    Space,
    /// Letters of a script written from right to left, with their marks, which have to be joined.
    Joined,
    /// Anything that goes from left to right.
    Run,
    /// One character, with its marks, that has a direction from where it stands: brackets, full stops, Arabic-Indic digits.
    Sign,
    /// One small picture, of however many characters it is made.
    Emoji,
    /// Says a direction and shows nothing.
    Mark,
}

/// A paragraph taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paragraph {
    /// Its pieces, in logical order.
    pub(super) pieces: Vec<Piece>,
    /// Whether it goes from right to left.
    pub(super) right_to_left: bool,
}

/// Takes one paragraph (no line feed in it) apart. `base` is its direction, right to left or not; without one the first strong
/// character decides, and `fallback` where there is none.
pub(super) fn paragraph(text: &str, base: Option<bool>, fallback: bool) -> Paragraph {
    let level = |right_to_left| if right_to_left { Level::rtl() } else { Level::ltr() };
    let base = base.or_else(|| (!has_strong(text)).then_some(fallback));
    let info = BidiInfo::new(text, base.map(level));
    let right_to_left = info
        .paragraphs
        .first()
        .map_or(base.unwrap_or(fallback), |paragraph| paragraph.level.is_rtl());
    let mut pieces: Vec<Piece> = Vec::new();
    let mut before = None;
    let mut following = text.chars().skip(1);
    for (at, (byte, char)) in text.char_indices().enumerate() {
        let level = info.levels.get(byte).map_or(0, Level::number);
        let kind = if is_emoji(char, following.next()) {
            PieceKind::Emoji
        } else {
            kind_of(char, level)
        };
        let part = before
            .replace(char)
            .is_some_and(|before| belongs_to_emoji(before, char));
        match pieces.last_mut() {
            Some(last)
                if last.kind == PieceKind::Emoji && (part && !last.is_flag(char) || last.takes(char, kind, level)) =>
            {
                last.chars.end = at + 1;
            }
            Some(last) if last.kind != PieceKind::Emoji && last.takes(char, kind, level) => last.chars.end = at + 1,
            _ => pieces.push(Piece {
                chars: at..at + 1,
                level,
                kind,
            }),
        }
    }
    Paragraph { pieces, right_to_left }
}

fn has_strong(text: &str) -> bool {
    text.chars()
        .any(|char| matches!(bidi_class(char), BidiClass::L | BidiClass::R | BidiClass::AL))
}

fn kind_of(char: char, level: u8) -> PieceKind {
    if super::is_direction_mark(char) {
        return PieceKind::Mark;
    }
    if char.is_whitespace() {
        return PieceKind::Space;
    }
    match bidi_class(char) {
        BidiClass::R | BidiClass::AL if char.is_alphabetic() && level % 2 == 1 => PieceKind::Joined,
        BidiClass::R | BidiClass::AL | BidiClass::AN => PieceKind::Sign,
        _ if level.is_multiple_of(2) => PieceKind::Run,
        _ => PieceKind::Sign,
    }
}

/// Whether a character is a small picture: by itself, or since the next one says so.
const fn is_emoji(char: char, next: Option<char>) -> bool {
    match char {
        '\u{1F1E6}'..='\u{1F1FF}'
        | '\u{1F300}'..='\u{1F64F}'
        | '\u{1F680}'..='\u{1F6FF}'
        | '\u{1F7E0}'..='\u{1F7EB}'
        | '\u{1F90C}'..='\u{1F9FF}'
        | '\u{1FA70}'..='\u{1FAFF}' => true,
        '0'..='9' | '#' | '*' | '©' | '®' | '\u{203C}'..='\u{3299}' => matches!(next, Some('\u{FE0F}')),
        _ => false,
    }
}

/// Whether the second of two characters is a part of the picture that the first belongs to: what is joined to it, the colour of a
/// skin, the other letter or the tags of a flag.
const fn belongs_to_emoji(before: char, char: char) -> bool {
    before == '\u{200D}'
        || matches!(char, '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
        || is_flag_letter(before) && is_flag_letter(char)
}

const fn is_flag_letter(char: char) -> bool {
    matches!(char, '\u{1F1E6}'..='\u{1F1FF}')
}

impl Piece {
    /// Whether it is a whole flag already, so that a further letter begins another.
    fn is_flag(&self, next: char) -> bool {
        is_flag_letter(next) && self.chars.len() >= 2
    }

    /// Whether the next character belongs to this piece.
    fn takes(&self, char: char, kind: PieceKind, level: u8) -> bool {
        // What combines with the character before, joins or parts letters: never alone.
        if matches!(bidi_class(char), BidiClass::NSM) || matches!(char, '\u{200C}' | '\u{200D}') {
            return !matches!(self.kind, PieceKind::Mark | PieceKind::Space);
        }
        let alone = matches!(kind, PieceKind::Sign | PieceKind::Mark | PieceKind::Emoji);
        kind == self.kind && level == self.level && !alone
    }
}

/// The order in which parts of a line with these levels are drawn, from left to right (rule L2).
pub(super) fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let lowest_odd = levels.iter().copied().filter(|level| level % 2 == 1).min();
    let Some(lowest_odd) = lowest_odd else {
        return order;
    };
    for level in (lowest_odd..=highest).rev() {
        let mut start = 0;
        while start < levels.len() {
            let run = levels.get(start..).unwrap_or_default();
            let length = run.iter().take_while(|other| **other >= level).count();
            if let Some(run) = order.get_mut(start..start + length) {
                run.reverse();
            }
            start += length.max(1);
        }
        // The runs of lower levels lie over those of higher ones, so the levels themselves are not moved.
    }
    order
}

/// What a character looks like where text goes from right to left.
pub(super) const fn mirrored(char: char) -> char {
    match char {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        '‹' => '›',
        '›' => '‹',
        '≤' => '≥',
        '≥' => '≤',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as it is drawn, character by character from left to right.
    fn drawn(text: &str, base: Option<bool>) -> String {
        let paragraph = paragraph(text, base, false);
        let chars: Vec<char> = text.chars().collect();
        let levels: Vec<u8> = paragraph.pieces.iter().map(|piece| piece.level).collect();
        let mut drawn = String::new();
        for at in visual_order(&levels) {
            let piece = &paragraph.pieces[at];
            let chars = &chars[piece.chars.clone()];
            match piece.kind {
                PieceKind::Joined | PieceKind::Space if piece.level % 2 == 1 => drawn.extend(chars.iter().rev()),
                PieceKind::Sign if piece.level % 2 == 1 => drawn.extend(chars.iter().rev().map(|c| mirrored(*c))),
                PieceKind::Mark => {}
                _ => drawn.extend(chars),
            }
        }
        drawn
    }

    #[test]
    fn mixed_lines_are_drawn_as_they_are_read() {
        for (text, line) in [
            ("مرحبا", "ابحرم"),
            ("(21 قطعة)", "(ةعطق 21)"),
            ("النقاط: \u{2068}-12\u{2069}", "-12 :طاقنلا"),
            ("يلعب \u{2068}Yusuf (2)\u{2069} الآن.", ".نآلا Yusuf (2) بعلي"),
            ("العبها ٤٥ مرة؟", "؟ةرم ٤٥ اهبعلا"),
            ("«دومينو» لعبة", "ةبعل «ونيمود»"),
            ("٣، ٤ و٥", "٥و ٤ ،٣"),
        ] {
            assert_eq!(drawn(text, Some(true)), line, "{text}");
        }
        assert_eq!(drawn("Play أركان (2).", Some(false)), "Play (2) ناكرأ.");
        assert_eq!(drawn("Play \u{2068}أركان\u{2069} (2).", Some(false)), "Play ناكرأ (2).");
        assert_eq!(drawn("C++ لغة", None), "C++ ةغل");
        assert_eq!(drawn("لغة C\u{200E}++\u{200E}", Some(true)), "C++ ةغل");
    }

    #[test]
    fn a_paragraph_without_letters_goes_where_its_language_goes() {
        assert!(paragraph("12", None, true).right_to_left);
        assert!(!paragraph("12", None, false).right_to_left);
        assert!(paragraph("12 ا", None, false).right_to_left);
        assert!(!paragraph("a ا", None, true).right_to_left);
        assert!(paragraph("", None, true).right_to_left);
    }

    #[test]
    fn marks_stay_with_their_letters() {
        let pieces = paragraph("مُعَلِّم e\u{301}", Some(true), true).pieces;
        let spans: Vec<_> = pieces.iter().map(|piece| piece.chars.clone()).collect();
        assert_eq!(spans, [0..8, 8..9, 9..11]);
    }

    #[test]
    fn a_small_picture_is_one_piece_wherever_it_stands() {
        let pictures = [
            "😀",
            "👩🏽",
            "👨\u{200D}👩\u{200D}👧",
            "🇸🇾",
            "❤\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ];
        for right_to_left in [true, false] {
            for one in pictures {
                for other in pictures {
                    let text = format!("{one}{other}سلمى{one} Omar{other}");
                    let pieces = paragraph(&text, Some(right_to_left), false).pieces;
                    let chars: Vec<char> = text.chars().collect();
                    let found: Vec<String> = pieces
                        .iter()
                        .filter(|piece| piece.kind == PieceKind::Emoji)
                        .map(|piece| chars[piece.chars.clone()].iter().collect())
                        .collect();
                    assert_eq!(found, [one, other, one, other], "{text}");
                }
            }
        }
        // Digits, dominoes and cards are letters like any other.
        let pieces = paragraph("12 ♠ 🀱 🂡 ❤", Some(false), false).pieces;
        assert!(pieces.iter().all(|piece| piece.kind != PieceKind::Emoji));
        assert_eq!(drawn("سلمى 😀🐢 (2)", Some(true)), "(2) 🐢😀 ىملس");
        assert_eq!(drawn("Omar 😀🐢 (2)", Some(false)), "Omar 😀🐢 (2)");
    }

    /// Held against the crate's own reordering, on every short text over an alphabet that has all kinds of characters.
    #[test]
    fn the_order_is_that_of_the_algorithm() {
        let alphabet = ['ا', 'a', '1', '٢', '-', '،', ' '];
        for length in 1..=5u32 {
            for number in 0..alphabet.len().pow(length) {
                let mut rest = number;
                let text: String = (0..length)
                    .map(|_| {
                        let char = alphabet[rest % alphabet.len()];
                        rest /= alphabet.len();
                        char
                    })
                    .collect();
                for base in [false, true] {
                    // White space at a line's end is the layout's business (rule L1).
                    if text.ends_with(' ') {
                        continue;
                    }
                    let level = if base { Level::rtl() } else { Level::ltr() };
                    let info = BidiInfo::new(&text, Some(level));
                    let line = info.paragraphs[0].range.clone();
                    let expected = info.reorder_line(&info.paragraphs[0], line);
                    assert_eq!(drawn(&text, Some(base)), expected, "{text:?} {base}");
                }
            }
        }
    }
}
