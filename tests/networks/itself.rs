//! The bench itself: a network does what was asked of it.

use std::time::Duration;

use crate::bench::cable::{Cable, End};
use crate::bench::nat::{Home, Kind};
use crate::bench::probe::{Answering, ask, connects};
use crate::bench::{Bench, ip};

#[test]
fn delay_and_loss_are_what_was_asked() {
    let Some(bench) = Bench::new() else { return };
    let (left, right) = (bench.machine("left"), bench.machine("right"));
    let cable = Cable::between(
        &End::new(&left, "eth0", "10.1.0.1/24"),
        &End::new(&right, "eth0", "10.1.0.2/24"),
    );
    let _answering = Answering::datagrams(&right, 7);
    let bare = ask(&left, "10.1.0.2", 7, 50, 0.01, None);
    assert_eq!(bare.came(), 50, "{bare:?}");
    for one_way in [50_u32, 150] {
        cable.set_delay(Duration::from_millis(one_way.into()));
        let found = ask(&left, "10.1.0.2", 7, 50, 0.01, None);
        assert_eq!(found.came(), 50, "{found:?}");
        let asked = f64::from(one_way) * 2.0;
        // Never less, in any trip; more only by what a busy machine adds.
        assert!(found.trips.iter().flatten().all(|trip| *trip >= asked), "{found:?}");
        assert!(found.median() < asked * 1.5, "{found:?}");
    }
    cable.set_delay(Duration::ZERO);
    for permille in [50_u32, 200] {
        // Questions are lost at one side and answers at the other.
        left.lose("eth0", permille);
        right.lose("eth0", permille);
        let found = ask(&left, "10.1.0.2", 7, 1000, 0.001, None);
        let come = 1.0 - f64::from(permille) / 1000.0;
        let right = 1000.0 * come * come;
        let came = f64::from(u32::try_from(found.came()).unwrap());
        // Five standard deviations.
        let spread = 5.0 * (right * (1.0 - come * come)).sqrt();
        assert!(
            (came - right).abs() < spread,
            "{came} of 1000 came, {right} were to be expected"
        );
    }
    left.lose("eth0", 0);
    right.lose("eth0", 0);
    assert_eq!(ask(&left, "10.1.0.2", 7, 50, 0.01, None).came(), 50);
}

#[test]
fn a_cable_can_be_pulled_and_put_back_and_an_address_changes() {
    let Some(bench) = Bench::new() else { return };
    let (left, right) = (bench.machine("left"), bench.machine("right"));
    // Whoever takes the first adapter takes the wrong one.
    left.dead_end("away0", "172.16.0.1/16");
    let cable = Cable::between(
        &End::new(&left, "eth0", "10.1.0.1/24"),
        &End::new(&right, "eth0", "10.1.0.2/24"),
    );
    let adapters = left.ip("-o -4 addr show up");
    let place = |name: &str| adapters.lines().position(|line| line.contains(name)).unwrap();
    assert!(place("away0") < place("eth0"), "{adapters}");
    let _answering = Answering::datagrams(&right, 7);
    let ask = |count| ask(&left, "10.1.0.2", 7, count, 0.01, None);
    assert_eq!(ask(20).came(), 20);
    cable.pull();
    assert_eq!(ask(20).came(), 0);
    cable.put_back();
    let found = ask(20);
    assert_eq!(found.came(), 20);
    assert!(found.seen.unwrap().starts_with("10.1.0.1:"));
    left.readdress("eth0", "10.1.0.1/24", "10.1.0.77/24");
    let found = ask(20);
    assert_eq!(found.came(), 20);
    assert!(found.seen.unwrap().starts_with("10.1.0.77:"));
}

#[test]
fn routers_translate_as_their_kind_says() {
    std::thread::scope(|scope| {
        for kind in [Kind::Open, Kind::PortRestricted, Kind::Symmetric, Kind::NoUdp] {
            scope.spawn(move || translates(kind));
        }
    });
}

fn translates(kind: Kind) {
    let Some(bench) = Bench::new() else { return };
    let world = bench.switch("world");
    let home = Home::new(&bench, &world, 2, kind);
    let outside = |n: u8| {
        let machine = bench.machine(&format!("out{n}"));
        let cable = Cable::between(
            &End::into_switch(&world, &format!("to{n}")),
            &End::new(&machine, "eth0", &format!("10.99.0.{n}/24")),
        );
        (machine, cable)
    };
    let ((first, _cable), (second, _other)) = (outside(10), outside(11));
    let _answering = [
        Answering::datagrams(&first, 7),
        Answering::datagrams(&second, 7),
        Answering::connections(&first, 8),
        Answering::connections(&home.machine, 9),
        Answering::datagrams(&home.machine, 9),
    ];
    assert!(connects(&home.machine, "10.99.0.10", 8), "{kind:?}");
    // From one inner port to two outside.
    let seen = ["10.99.0.10", "10.99.0.11"].map(|to| ask(&home.machine, to, 7, 5, 0.01, Some(4000)).seen);
    if kind == Kind::NoUdp {
        assert_eq!(seen, [None, None]);
    } else {
        let [one, other] = seen.map(Option::unwrap);
        assert!(one.starts_with("10.99.0.2:"), "{one}");
        assert_eq!(one == other, kind != Kind::Symmetric, "{kind:?}: {one} {other}");
    }
    // Nobody comes in uninvited, but where that is the kind.
    assert_eq!(connects(&first, "10.99.0.2", 9), kind == Kind::Open, "{kind:?}");
    let came = ask(&first, "10.99.0.2", 9, 5, 0.01, None).came();
    assert_eq!(came > 0, kind == Kind::Open, "{kind:?}");
}

#[test]
fn machines_are_taken_away_on_a_panic_too() {
    let Some(bench) = Bench::new() else { return };
    let names = std::sync::Mutex::new(Vec::new());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let (left, right) = (bench.machine("left"), bench.machine("right"));
        let _cable = Cable::between(
            &End::new(&left, "eth0", "10.1.0.1/24"),
            &End::new(&right, "eth0", "10.1.0.2/24"),
        );
        *names.lock().unwrap() = vec![left.name().to_owned(), right.name().to_owned()];
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(panicked.is_err());
    let names = names.into_inner().unwrap();
    assert_eq!(names.len(), 2);
    let left = ip("netns list");
    assert!(names.iter().all(|name| !left.contains(name.as_str())), "{left}");
}
