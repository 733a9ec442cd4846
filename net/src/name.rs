//! Names of persons, as they may be shown beside others' text.

use majlis_referee::agreement::MAX_NAME;

/// Whether a name can be shown as it is: at most [`MAX_NAME`] characters, none of them a control character or one that
/// turns the direction of the text that follows it.
#[must_use]
pub fn is_clean(name: &str) -> bool {
    name.chars().count() <= MAX_NAME && name.chars().all(is_shown)
}

/// The name without what [`is_clean`] refuses, and without space around it; nothing where nothing of it would be seen.
#[must_use]
pub fn cleaned(name: &str) -> String {
    let shown: String = name.chars().filter(|character| is_shown(*character)).collect();
    let cut: String = shown.trim().chars().take(MAX_NAME).collect();
    if cut.chars().all(is_unseen) {
        return String::new();
    }
    cut.trim_end().to_owned()
}

/// Whether a character leaves no ink of its own: space, marks that only shape what is beside them, and fillers.
fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
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

    #[test]
    fn a_name_of_which_nothing_is_seen_is_none() {
        for name in [
            "\u{200b}\u{200d}",
            "\u{3164}",
            "\u{2800} \u{2800}",
            "\u{200f}\u{61c}",
            "\u{ad}\u{fe0f}",
            "\u{e0041}\u{e007f}",
            "\u{a0}\u{2003}",
        ] {
            assert_eq!(cleaned(name), "", "{name:?}");
        }
        for name in [
            "a\u{200d}",
            "\u{1f469}\u{200d}\u{1f467}",
            "می\u{200c}رود",
            "\u{2764}\u{fe0f}",
        ] {
            assert_eq!(cleaned(name), name);
        }
    }

    proptest! {
        #[test]
        fn what_was_cleaned_is_clean(name in "\\PC{0,60}|.{0,60}") {
            prop_assert!(is_clean(&cleaned(&name)));
            prop_assert_eq!(cleaned(&cleaned(&name)), cleaned(&name));
        }
    }
}
