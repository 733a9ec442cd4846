//! Cases that went wrong in other programs.

use crate::table::Match;

#[test]
fn case_17_the_safe_zone_is_overshot() {
    let mut table = Match::three("0.0=75", &["AC 2C 3C 5C"]);
    let inside = ["2C 0.0 2", "3C 0.0 3", "AC 0.0 1", "AC out 0.1"];
    assert_eq!(table.legal(), inside);
    assert_eq!(table.refused("5C 0.0 5"), "jackaroo.26");
    assert_eq!(table.refused("AC 0.0 11"), "jackaroo.26");
    for text in ["AC 0.0 1", "2C 0.0 2", "3C 0.0 3"] {
        let mut table = Match::three("0.0=75", &["AC 2C 3C 5C"]);
        table.play(&[text]);
        assert_eq!(table.count("0.0"), Some(79), "{text}");
    }
    let mut kings = Match::three("0.0=75", &["KC KD KH KS"]);
    assert_eq!(kings.legal(), ["KC out 0.1", "KD out 0.1", "KH out 0.1", "KS out 0.1"]);
    assert_eq!(kings.refused("KC 0.0 13"), "jackaroo.26");
    // One short of its home, with kings that can do nothing else: all others are in.
    let mut stuck = Match::three("0.0=75 0.1=79 0.2=78", &["KC KD KH KS"]);
    assert_eq!(stuck.legal(), ["burn KC", "burn KD", "burn KH", "burn KS"]);
    stuck.play(&["burn KH"]);
    assert_eq!(stuck.count("0.0"), Some(75));
}

#[test]
fn case_18_the_backward_four() {
    let mut table = Match::three("0.0=0 0.1=30", &["4C 7C", "2C 2D 2H 2S", "3C 3D 3H 3S", "6C 6D 6H 6S"]);
    table.play(&["4C 0.0 -4"]);
    assert_eq!(table.count("0.0"), Some(72));
    table.play(&["burn 2C", "burn 3C", "burn 6C", "7C 0.0 4 0.1 3"]);
    assert_eq!(table.count("0.0"), Some(79));

    let mut safe = Match::three("0.0=79", &["4C"]);
    assert_eq!(safe.refused("4C 0.0 -4"), "jackaroo.28");

    let mut base = Match::three("0.0=2 0.1=0", &["4C"]);
    assert!(["jackaroo.19", "jackaroo.22"].contains(&base.refused("4C 0.0 -4")));
}

#[test]
fn case_19_only_a_marble_on_its_own_base_is_beyond_reach() {
    for (other, reachable) in [("1.0", false), ("0.1", true), ("2.0", true), ("3.0", true)] {
        for (from, card, by) in [(9, "10C", 10), (6, "KC", 13)] {
            let mut table = Match::three(&format!("0.0@{from} {other}@19"), &["10C KC"]);
            let text = format!("{card} 0.0 {by}");
            if reachable {
                table.play(&[&text]);
                assert_eq!(table.count(other), None, "{text} {other}");
            } else {
                assert_eq!(table.refused(&text), "jackaroo.19", "{text}");
            }
        }
    }
    let mut held = Match::three("0.0@10 1.0@19", &["10C KC"]);
    assert_eq!(held.refused("10C 0.0 10"), "jackaroo.19");
    assert_eq!(held.refused("KC 0.0 13"), "jackaroo.19");
    for other in ["2.0", "3.0"] {
        let mut table = Match::three(&format!("0.0@10 {other}@19"), &["10C KC"]);
        assert!(table.legal().contains(&"10C 0.0 10".to_owned()));
        table.play(&["KC 0.0 13"]);
        assert_eq!(table.count(other), None);
    }
}

#[test]
fn case_20_pushing_with_a_five() {
    let mut table = Match::three("0.0=10 1.0=73", &["5C"]);
    table.play(&["5C 1.0 5"]);
    assert_eq!(table.count("1.0"), Some(79));
    let mut short = Match::three("0.0=10 1.0=75", &["5C"]);
    assert_eq!(short.refused("5C 1.0 5"), "jackaroo.26");
    // Only fives and no marble out: push if it is possible, burn if not.
    let mut push = Match::three("1.0=73", &["5C 5D 5H 5S"]);
    assert_eq!(push.legal(), ["5C 1.0 5", "5D 1.0 5", "5H 1.0 5", "5S 1.0 5"]);
    assert_eq!(push.refused("burn 5C"), "jackaroo.9");
    let burn = Match::three("1.0=75", &["5C 5D 5H 5S"]);
    assert_eq!(burn.legal(), ["burn 5C", "burn 5D", "burn 5H", "burn 5S"]);
}
