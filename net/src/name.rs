//! Names of persons, as they may be shown beside others' text.

use majlis_referee::agreement::MAX_NAME;

/// Whether a name can be shown as it is: at most [`MAX_NAME`] characters, none of them a control character or one that
/// turns the direction of the text that follows it.
#[must_use]
pub fn is_clean(name: &str) -> bool {
    name.chars().count() <= MAX_NAME && name.chars().all(is_shown)
}

/// The name without what [`is_clean`] refuses, and without space around it.
#[must_use]
pub fn cleaned(name: &str) -> String {
    let shown: String = name.chars().filter(|character| is_shown(*character)).collect();
    let cut: String = shown.trim().chars().take(MAX_NAME).collect();
    cut.trim_end().to_owned()
}

/// Embeddings, overrides and isolates (UAX #9) would leak into the line around the text, and separators would break it.
/// The plain marks U+200E and U+200F stay: names in two scripts need them.
pub(crate) fn is_shown(character: char) -> bool {
    !(character.is_control()
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fff9}'..='\u{fffb}' | '\u{feff}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_keep_their_marks_and_lose_what_leaks() {
        assert_eq!(cleaned("  أبو خالد\u{202e}\n "), "أبو خالد");
        assert_eq!(cleaned("Ștefan \u{1f3b2}"), "Ștefan \u{1f3b2}");
        assert!(is_clean("علي\u{200f} C++\u{200e}"));
        assert!(!is_clean("\u{2067}a") && !is_clean("a\tb") && !is_clean(&"a".repeat(MAX_NAME + 1)));
    }

    proptest! {
        #[test]
        fn what_was_cleaned_is_clean(name in "\\PC{0,60}|.{0,60}") {
            prop_assert!(is_clean(&cleaned(&name)));
            prop_assert_eq!(cleaned(&cleaned(&name)), cleaned(&name));
        }
    }
}
