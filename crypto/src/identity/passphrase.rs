//! Passphrases, prepared so that the same words give the same bytes on every keyboard.

use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

use super::IdentityError;

/// A passphrase, prepared and wiped when dropped. Nothing prints it.
///
/// The preparation is that of RFC 8265 §4.2 (OpaqueString) without its tables of unassigned characters: every Unicode
/// space becomes U+0020, the text is brought to normalisation form C, and control characters and the empty string are
/// refused. Letter case stays.
#[derive(Clone)]
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// The longest passphrase in bytes of UTF-8, before and after preparation.
    pub const MAX_BYTES: usize = 1024;

    /// Prepares a passphrase.
    ///
    /// # Errors
    ///
    /// [`IdentityError::PassphraseEmpty`], [`IdentityError::PassphraseTooLong`], [`IdentityError::PassphraseControl`].
    pub fn new(text: &str) -> Result<Self, IdentityError> {
        if text.is_empty() {
            return Err(IdentityError::PassphraseEmpty);
        }
        if text.len() > Self::MAX_BYTES {
            return Err(IdentityError::PassphraseTooLong);
        }
        if text.chars().any(char::is_control) {
            return Err(IdentityError::PassphraseControl);
        }
        // Form C grows UTF-8 at most threefold (UAX #15), so the buffer never moves and leaves no copy behind.
        let mut prepared = Zeroizing::new(String::with_capacity(3 * text.len()));
        prepared.extend(text.chars().map(|c| if is_space(c) { ' ' } else { c }).nfc());
        if prepared.len() > Self::MAX_BYTES {
            return Err(IdentityError::PassphraseTooLong);
        }
        Ok(Self(prepared))
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl core::fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Passphrase(secret)")
    }
}

/// The characters of general category Zs.
const fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_from_different_keyboards_are_the_same() {
        let prepare = |text| Passphrase::new(text).map(|p| p.0.to_string());
        // Composed and decomposed letters, Romanian and Arabic; a no-break space.
        assert_eq!(prepare("p\u{e2}ine"), prepare("pa\u{302}ine"));
        assert_eq!(
            prepare("\u{623}\u{631}\u{632}"),
            prepare("\u{627}\u{654}\u{631}\u{632}")
        );
        assert_eq!(prepare("one\u{a0}two\u{3000}three"), Ok("one two three".to_owned()));
        assert_ne!(prepare("Majlis"), prepare("majlis"));
    }

    #[test]
    fn what_is_no_passphrase_is_named() {
        let refused = |text: &str| Passphrase::new(text).unwrap_err();
        assert_eq!(refused(""), IdentityError::PassphraseEmpty);
        assert_eq!(refused("line\n"), IdentityError::PassphraseControl);
        assert_eq!(refused("\u{85}"), IdentityError::PassphraseControl);
        assert_eq!(refused(&"x".repeat(1025)), IdentityError::PassphraseTooLong);
        assert!(Passphrase::new(&"x".repeat(1024)).is_ok());
        // U+1D160 is twelve bytes in form C and four before.
        assert_eq!(refused(&"\u{1d160}".repeat(256)), IdentityError::PassphraseTooLong);
        assert_eq!(
            format!("{:?}", Passphrase::new("hidden").unwrap()),
            "Passphrase(secret)"
        );
    }
}
