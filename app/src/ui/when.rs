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

/// How many midnights of a time zone lie between two moments, in seconds since 1970; none where the first is the later one.
#[must_use]
pub fn days_between(before: u64, now: u64, zone: &TimeZone) -> u64 {
    let date = |seconds: u64| {
        let moment = Timestamp::from_second(i64::try_from(seconds).ok()?).ok()?;
        Some(zone.to_datetime(moment).date())
    };
    let days = date(before)
        .zip(date(now))
        .and_then(|(before, now)| before.until(now).ok());
    days.and_then(|days| u64::try_from(days.get_days()).ok()).unwrap_or(0)
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
    fn days_change_at_midnight_where_the_person_is() {
        const DAY: u64 = 86_400;
        let midnight = 20_000 * DAY;
        let utc = |before, now| days_between(before, now, &TimeZone::UTC);
        assert_eq!((utc(midnight - 1, midnight), utc(midnight, midnight + DAY - 1)), (1, 0));
        assert_eq!(utc(midnight - 9 * DAY, midnight), 9);
        let at = |hours: i8| TimeZone::fixed(jiff::tz::Offset::from_hours(hours).unwrap());
        // In Baghdad three hours earlier, in New York five later.
        assert_eq!(days_between(midnight - 1, midnight + 1, &at(3)), 0);
        assert_eq!(days_between(midnight - 3 * 3600 - 1, midnight - 3 * 3600, &at(3)), 1);
        assert_eq!(days_between(midnight + 5 * 3600 - 1, midnight + 5 * 3600, &at(-5)), 1);
        // The day on which clocks are put back has 25 hours.
        let rule = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        let late = "2026-10-25T22:30:00Z".parse::<Timestamp>().unwrap().as_second() as u64;
        assert_eq!(days_between(late - 24 * 3600, late, &rule), 0);
        // A clock that was wrong is no reason to fall over.
        assert_eq!(utc(midnight + 5 * DAY, midnight), 0);
        assert_eq!((utc(0, u64::MAX), utc(u64::MAX, 0)), (0, 0));
    }

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
