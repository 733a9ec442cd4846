//! Whole matches of each game, by TCP and by QUIC.

use majlis_referee::replay::Ending;
use majlis_referee::verify::Grade;

use crate::program::{Play, QUIC, TCP, Table};

/// Plays it to its end, which is a regular one: everybody says so, and everybody holds the same valid log.
fn whole(play: &Play) {
    let mut table = Table::open(play);
    assert_eq!(table.wait(), vec![0; play.persons], "{}", table.programs[0].sentence());
    let end = table.agree();
    assert_eq!((end.ending(), end.grade()), (Some(Ending::Played), Some(Grade::Agreed)));
    for program in &table.programs {
        assert!(program.has("finished"));
        assert_eq!(program.moves(), table.programs[0].moves());
    }
}

#[test]
fn arkan_over_tcp() {
    whole(&Play::new("arkan", 2, TCP));
}

#[test]
fn arkan_of_four_over_quic() {
    whole(&Play::new("arkan", 4, QUIC));
}

#[test]
fn dominoes_of_partners_over_tcp() {
    whole(&Play {
        host: &["--option", "partners=true"],
        ..Play::new("domino", 4, TCP)
    });
}

#[test]
fn dominoes_over_quic() {
    whole(&Play::new("domino", 2, QUIC));
}

#[test]
fn arkan_over_the_sixth_version_of_ip() {
    for listen in ["/ip6/::1/tcp/0", "/ip6/::1/udp/0/quic-v1"] {
        whole(&Play::new("arkan", 2, listen));
    }
}

#[test]
fn four_face_down_over_tcp() {
    whole(&Play::new("four", 2, TCP));
}

#[test]
fn four_face_down_of_three_over_quic() {
    whole(&Play::new("four", 3, QUIC));
}

#[test]
fn jackaroo_of_two_persons_over_tcp() {
    whole(&Play {
        persons: 2,
        host: &["--option", "persons=2"],
        ..Play::new("jackaroo", 4, TCP)
    });
}

#[test]
fn jackaroo_over_quic() {
    whole(&Play::new("jackaroo", 4, QUIC));
}

#[test]
fn seats_are_chosen_where_the_host_lets_choose() {
    let mut table = Table::open(&Play {
        host: &["--choose-seats", "--place", "1", "--private"],
        ..Play::new("arkan", 2, TCP)
    });
    assert_eq!(table.wait(), [0, 0]);
    let end = table.agree();
    let host = &end.agreement().members[0];
    assert_eq!(host.chosen, Some(1));
    let host = end.agreement().party_of(&host.identity).unwrap();
    assert!(end.seats_of(host).iter().any(|seat| seat.number() == 1));
}
