//! Times of files, as a clock on the wall here shows them.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::words::Words;

/// A moment as year, month, day and time of the day in this computer's time zone, from left to right in any language; nothing
/// where it cannot be said.
#[must_use]
pub fn local(moment: SystemTime, words: &Words) -> String {
    in_zone(moment, TimeZone::system(), words)
}

fn in_zone(moment: SystemTime, zone: TimeZone, words: &Words) -> String {
    let Ok(moment) = Timestamp::try_from(moment) else {
        return String::new();
    };
    let local = moment.to_zoned_datetime(zone).strftime("%Y-%m-%d %H:%M").to_string();
    format!("\u{2066}{}\u{2069}", words.digits(&local))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::language::Language;
    use crate::ui::text::plain;
    use crate::ui::words::Digits;

    #[test]
    fn a_moment_is_said_in_its_zone_and_with_the_digits_chosen() {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_000_000);
        let english = Words::new(Language::English, Digits::Western);
        let said = |zone: TimeZone| plain(&in_zone(moment, zone, &english));
        assert_eq!(said(TimeZone::UTC), "2026-11-30 00:53");
        let east = jiff::tz::Offset::from_hours(2).unwrap();
        assert_eq!(said(TimeZone::fixed(east)), "2026-11-30 02:53");
        let arabic = Words::new(Language::Arabic, Digits::ArabicIndic);
        assert_eq!(plain(&in_zone(moment, TimeZone::UTC, &arabic)), "٢٠٢٦-١١-٣٠ ٠٠:٥٣");
    }
}
