//! The languages the program speaks.

use std::fmt;
use std::str::FromStr;

/// A language of the program's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Modern standard Arabic, written from right to left.
    Arabic,
    /// English.
    English,
    /// Romanian.
    Romanian,
}

impl Language {
    /// Every language, in the order in which a person is offered them.
    pub const ALL: [Self; 3] = [Self::Arabic, Self::English, Self::Romanian];

    /// The ISO 639-1 code: `ar`, `en` or `ro`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Arabic => "ar",
            Self::English => "en",
            Self::Romanian => "ro",
        }
    }

    /// Whether the language is written from right to left.
    #[must_use]
    pub const fn is_right_to_left(self) -> bool {
        matches!(self, Self::Arabic)
    }

    /// The language's own name for itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::Arabic => "العربية",
            Self::English => "English",
            Self::Romanian => "Română",
        }
    }

    /// The language of a POSIX locale such as `ar_EG.UTF-8`, or of a BCP 47 tag such as `ro-RO`.
    /// `None` for a language the program does not speak, and for `C` and `POSIX`.
    ///
    /// ```
    /// use majlis::language::Language;
    ///
    /// assert_eq!(Language::from_locale("ar_EG.UTF-8"), Some(Language::Arabic));
    /// assert_eq!(Language::from_locale("C.UTF-8"), None);
    /// ```
    #[must_use]
    pub fn from_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL
            .into_iter()
            .find(|known| known.code().eq_ignore_ascii_case(language))
    }

    /// The language the system asks for, given a way to read environment variables: the first of
    /// `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides, as POSIX says. English when
    /// none is set or the program does not speak the language.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|locale| !locale.is_empty())
            .and_then(|locale| Self::from_locale(&locale))
            .unwrap_or(Self::English)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A code that names no language of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage(pub String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there are no texts in the language {:?}: choose ar (Arabic), en (English) or ro (Romanian)",
            self.0
        )
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Reads exactly `ar`, `en` or `ro`.
    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}

/// Whether a character would spoil the line that it stands in: control characters, ends of lines, and what shows nothing and turns
/// the direction of what follows.
#[must_use]
pub fn spoils_lines(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales() {
        for (locale, language) in [
            ("ar", Some(Language::Arabic)),
            ("ar_EG.UTF-8", Some(Language::Arabic)),
            ("AR-sa", Some(Language::Arabic)),
            ("en_GB", Some(Language::English)),
            ("ro_RO.UTF-8@euro", Some(Language::Romanian)),
            ("arn_CL", None),
            ("fr_FR.UTF-8", None),
            ("C", None),
            ("POSIX", None),
            ("", None),
        ] {
            assert_eq!(Language::from_locale(locale), language, "{locale:?}");
        }
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let chosen = |set: &[(&str, &str)]| {
            Language::from_environment(|name| {
                set.iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(chosen(&[]), Language::English);
        assert_eq!(chosen(&[("LANG", "ar_EG.UTF-8")]), Language::Arabic);
        assert_eq!(
            chosen(&[("LANG", "ar_EG.UTF-8"), ("LC_ALL", "ro_RO.UTF-8")]),
            Language::Romanian
        );
        assert_eq!(chosen(&[("LANG", "ar_EG.UTF-8"), ("LC_ALL", "")]), Language::Arabic);
        // A language without texts is not a reason to look further: the person did not choose Arabic.
        assert_eq!(
            chosen(&[("LANG", "ar_EG.UTF-8"), ("LC_MESSAGES", "fr_FR.UTF-8")]),
            Language::English
        );
    }

    #[test]
    fn codes_are_read_back_exactly() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        for code in ["", "AR", "ar_EG", "arabic", " en"] {
            assert_eq!(code.parse::<Language>(), Err(UnknownLanguage(code.to_owned())));
        }
    }
}
