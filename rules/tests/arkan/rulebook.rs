//! The numbered rules of Arkan, one by one, in positions made by hand.

use majlis_rules::arkan::{Arkan, Board, Colour, Event, Move, Placement, Setup, SetupError, Shape, ShapeSet, total};
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Due, Game, Outcome, Variant};
use majlis_rules::profile::is_rated;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn start(seats: u8) -> Arkan {
    Arkan::new(&Table::new(seats)).unwrap()
}

fn placement(text: &str) -> Placement {
    match Move::parse(text).unwrap() {
        Move::Placement(placement) => placement,
        Move::Scatter(_) => panic!("{text} is no shape"),
    }
}

/// Plays moves by whoever's turn it is, and gives the events.
fn play(game: &mut Arkan, moves: &[&str]) -> Vec<Event> {
    let mut events = Vec::new();
    for text in moves {
        let turn = game.turn().unwrap();
        let mv = game.parse_move(text).unwrap();
        game.play_open(turn, &mv, &Knowledge::new(), &mut events)
            .unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    }
    events
}

/// The rule that a move of whoever's turn it is breaks. Nothing changes.
fn broken(game: &Arkan, text: &str) -> &'static str {
    let turn = game.turn().unwrap();
    let mv = game.parse_move(text).unwrap();
    let planned = game.plan(turn, &mv, None).unwrap_err();
    let mut after = game.clone();
    let mut events = Vec::new();
    let played = after.play(turn, &mv, None, &Knowledge::new(), &mut events).unwrap_err();
    assert_eq!((&after, events.len()), (game, 0), "a refused move changed something");
    assert_eq!(planned, played);
    played.rule.id()
}

/// A position: what each seat has placed, and whose turn it is.
fn position(placed: &[&[&str]], turn: u8) -> Arkan {
    let placed = placed
        .iter()
        .map(|seat| seat.iter().map(|text| placement(text)).collect())
        .collect();
    Setup {
        placed,
        left: SeatSet::EMPTY,
        turn: seat(turn),
    }
    .position()
    .unwrap()
}

fn leave(game: &mut Arkan, number: u8) -> Vec<Event> {
    let mut events = Vec::new();
    game.leave(seat(number), &mut events).unwrap();
    events
}

fn stuck(number: u8) -> Event {
    Event::Stuck { seat: seat(number) }
}

fn skipped(number: u8) -> Event {
    Event::Skipped { seat: seat(number) }
}

/// Two seats: seat 1 has placed its single square; its four corners are i4, k4, i6 and k6. Blue has built towards them, and
/// its T4 on i6,j6,k6 would close the last two.
const BLUE_WALL: [&str; 5] = ["a10,b10,c10,d10,e10", "f6,f7,f8,f9", "g5,h5", "i4,j4,k4", "l5"];
const LAST_STONE: &str = "i6,j6,k6,j7";

#[test]
fn arkan_1_boards() {
    assert_eq!([2, 3, 4].map(|seats| start(seats).board().side()), [14, 20, 20]);
    assert!(
        [0, 1, 5, 255]
            .iter()
            .all(|&seats| Arkan::new(&Table::new(seats)).is_err())
    );
    // The columns of the smaller board end with n, its rows with 14.
    let game = position(&[&["e10"], &["j5"]], 0);
    assert_eq!(broken(&game, "o10"), "arkan.7");
    assert_eq!(broken(&game, "d14,d15"), "arkan.7");
    assert!(position(&[&["a20"], &["t20"], &["t1"]], 1).count_legal(seat(1), &Knowledge::new()) > 0);
}

#[test]
fn arkan_2_shapes() {
    let sizes = |size| Shape::ALL.iter().filter(|shape| shape.size() == size).count();
    assert_eq!([1, 2, 3, 4, 5].map(sizes), [1, 1, 2, 5, 12]);
    assert_eq!(ShapeSet::ALL.squares(), 89);
    for seats in [2, 3, 4] {
        assert!(Seat::all(seats).all(|seat| start(seats).hand(seat) == ShapeSet::ALL));
    }
    // A shape and its mirror image are one piece.
    assert_eq!(placement("a1,b1,b2,b3").shape(), placement("a1,b1,a2,a3").shape());
    assert_eq!(placement("a1,b1,b2,c2").shape(), placement("b1,c1,a2,b2").shape());
    assert_ne!(placement("a1,b1,b2,c2").shape(), placement("a1,b1,a2,b2").shape());
    // Six squares, or squares apart, are none.
    for text in ["a20,b20,c20,d20,e20,f20", "a20,c20", "b19,a20"] {
        assert!(matches!(
            Move::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")),
            Move::Scatter(_)
        ));
        assert_eq!(broken(&start(4), text), "arkan.7");
    }
}

#[test]
fn arkan_3_start_squares() {
    let names = |board: Board, seats| {
        Seat::all(seats)
            .map(|seat| board.start(seat).to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(Board::Small, 2), ["e10", "j5"]);
    assert_eq!(names(Board::Large, 4), ["a20", "t20", "t1", "a1"]);
    assert_eq!(names(start(3).board(), 3), ["a20", "t20", "t1"]);
}

#[test]
fn arkan_4_colours() {
    let colours = |seats| Seat::all(seats).map(|seat| Colour::of(seat).name()).collect::<Vec<_>>();
    assert_eq!(colours(4), ["blue", "yellow", "red", "green"]);
    assert_eq!(colours(2), ["blue", "yellow"]);
}

#[test]
fn arkan_5_nothing_is_hidden() {
    let game = start(4);
    assert!(Seat::all(4).all(|seat| game.visible(seat).is_empty()));
    assert!(game.live_packs().is_empty());
    assert!(start(4).settle(&Knowledge::new(), &mut Vec::new()).is_err());
}

#[test]
fn arkan_6_seat_0_starts_and_the_turn_goes_round() {
    for (seats, starts) in [
        (2, &["e10", "j5"][..]),
        (3, &["a20", "t20", "t1"]),
        (4, &["a20", "t20", "t1", "a1"]),
    ] {
        let mut game = start(seats);
        for (number, square) in (0..).zip(starts) {
            assert_eq!(game.due(), Due::Turn(seat(number)));
            play(&mut game, &[square]);
        }
        assert_eq!(game.due(), Due::Turn(seat(0)));
    }
}

#[test]
fn arkan_7_one_of_your_shapes_on_empty_squares() {
    let game = position(&[&["d9,d10,e10"], &["j5"]], 0);
    // Onto one's own piece, onto another's, and the same shape again.
    assert_eq!(broken(&game, "d10,d11"), "arkan.7");
    assert_eq!(broken(&game, "j5,j6"), "arkan.7");
    assert_eq!(broken(&game, "f11,f12,g12"), "arkan.7");
    // Rotated and flipped as you like.
    for text in [
        "f11,f12,f13,g13",
        "f11,f12,e13,f13",
        "f11,g11,h11,h12",
        "f11,g11,h11,f12",
    ] {
        assert!(
            game.plan(seat(0), &game.parse_move(text).unwrap(), None).is_ok(),
            "{text}"
        );
    }
}

#[test]
fn arkan_8_and_case_01_the_first_piece_covers_the_own_start_square() {
    let two = start(2);
    assert_eq!(broken(&two, "d3,e3,f3,e4,e5"), "arkan.8");
    // Beside the start square, and on the other's.
    assert_eq!(broken(&two, "d10"), "arkan.8");
    assert_eq!(broken(&two, "j5"), "arkan.8");
    let mut four = start(4);
    assert_eq!(broken(&four, "t20"), "arkan.8");
    assert_eq!(broken(&four, "a1"), "arkan.8");
    play(&mut four, &["a20"]);
    assert_eq!(broken(&four, "t1"), "arkan.8");
    // A corner of somebody's piece is no start square.
    assert_eq!(broken(&four, "b19"), "arkan.8");
    assert_eq!(
        two.open_corners(seat(0))
            .iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>(),
        ["e10"]
    );
    assert_eq!(start(3).count_legal(seat(0), &Knowledge::new()), 58);
}

#[test]
fn arkan_9_later_pieces_touch_a_corner() {
    let game = position(&[&["d10,e10"], &["j5"]], 0);
    assert_eq!(broken(&game, "a1,a2,a3"), "arkan.9");
    // Two squares away, and touching a corner of the other colour only.
    assert_eq!(broken(&game, "g12"), "arkan.9");
    assert_eq!(broken(&game, "k6"), "arkan.9");
    let corner = game.parse_move("f11").unwrap();
    assert!(game.plan(seat(0), &corner, None).is_ok());
}

#[test]
fn arkan_10_no_edge_with_the_own_colour() {
    let game = position(&[&["d10,e10"], &["j5"]], 0);
    // Above, below, to the left, to the right, and with a corner touched as well.
    for text in ["e11", "d9", "c10", "f10", "f10,f11,f12"] {
        assert_eq!(broken(&game, text), "arkan.10", "{text}");
    }
}

#[test]
fn arkan_11_other_colours_do_not_matter() {
    // Blue's domino lies along yellow's, two full edges.
    let mut game = position(&[&["e8,f8,g8,e9,e10"], &["j5", "h6,i6"]], 0);
    play(&mut game, &["h7,i7"]);
    // A corner of yellow's is none of blue's.
    let game = position(&[&["e8,f8,g8,e9,e10"], &["j5", "h6,i6"]], 0);
    assert_eq!(broken(&game, "g7"), "arkan.10");
    assert_eq!(broken(&game, "j7"), "arkan.9");
    assert_eq!(broken(&game, "h6"), "arkan.7");
}

#[test]
fn arkan_12_no_passing_and_skipped_for_good() {
    let mut game = position(&[&BLUE_WALL, &["j5"]], 0);
    assert!(
        ["pass", "", "-", "leave 0"]
            .iter()
            .all(|text| game.parse_move(text).is_err())
    );
    assert_eq!(game.stuck(), SeatSet::EMPTY);
    let events = play(&mut game, &[LAST_STONE]);
    let placed = Event::Placed {
        seat: seat(0),
        placement: placement(LAST_STONE),
    };
    assert_eq!(events, [placed, stuck(1), skipped(1)]);
    assert_eq!(game.due(), Due::Turn(seat(0)));
    assert!(game.placements(seat(1)).is_empty());
    assert!(game.open_corners(seat(1)).is_empty());
    // From then on, by itself.
    let next = game.placements(seat(0)).last().unwrap().to_string();
    assert_eq!(play(&mut game, &[&next])[1..], [skipped(1)]);
    assert_eq!(game.due(), Due::Turn(seat(0)));
}

#[test]
fn arkan_13_a_placed_piece_stays() {
    let mut game = start(2);
    play(&mut game, &["e10", "j5", "f11,f12"]);
    let (blue, placed) = (game.covered(seat(0)), game.placed(seat(0)).to_vec());
    play(&mut game, &["k6,k7", "g13,h13,i13"]);
    assert_eq!(game.covered(seat(0)).and(&blue), blue);
    assert_eq!(game.placed(seat(0))[..2], placed);
    assert_eq!(broken(&game, "k6"), "arkan.7");
}

#[test]
fn arkan_14_and_case_02_the_end_comes_when_nobody_can_place_and_not_before() {
    for seats in [2, 3, 4] {
        let mut game = start(seats);
        while let Some(turn) = game.turn() {
            assert_eq!(game.outcome(), None);
            let placements = game.placements(turn);
            let next = placements[placements.len() * 2 / 3].to_string();
            let events = play(&mut game, &[&next]);
            let over = Seat::all(seats).all(|seat| game.placements(seat).is_empty());
            assert_eq!(events.last() == Some(&Event::Over), over);
            assert_eq!(game.turn().is_none(), over);
        }
        assert!(game.outcome().is_some());
        assert_eq!(game.stuck(), SeatSet::all(seats));
    }
}

#[test]
fn arkan_15_each_square_left_costs_a_point() {
    let mut game = start(4);
    assert_eq!(game.scores(), [-89; 4]);
    play(&mut game, &["a16,a17,a18,a19,a20", "t20"]);
    assert_eq!(game.scores(), [-84, -88, -89, -89]);
    assert_eq!(start(2).scores(), [-89; 2]);
}

#[test]
fn arkan_16_bonus_for_all_placed() {
    assert_eq!(total(ShapeSet::EMPTY, Some(Shape::I5)), 15);
    assert_eq!(total(ShapeSet::EMPTY, Some(Shape::I1)), 20);
    assert_eq!(total(ShapeSet::of(Shape::I1), Some(Shape::I5)), -1);
}

/// A whole match that ends as the finished example does: blue has placed everything and the single square last; yellow could
/// not place two shapes of four squares; red one of three, four of four and one of five; green one of three, three of four
/// and one of five.
const FINISHED_EXAMPLE: &str = "\
    b17,b18,a19,b19,a20 t17,t18,s19,t19,t20 t1,t2,s3,t3,t4 a1,b1,b2,c2,d2 d14,c15,d15,e15,c16 q14,r14,r15,s15,s16 \
    r4,r5,r6,q7,r7 e3,f3,f4,g4,f5 f16,h16,f17,g17,h17 p11,p12,q12,o13,p13 s8,r9,s9,t9,t10 h3,i3,i4,j4,j5 \
    c10,c11,c12,b13,c13 o8,o9,m10,n10,o10 q2,o3,p3,q3,o4 g6,g7,g8,g9,g10 d18,e18,d19,e19,f19 n6,k7,l7,m7,n7 \
    q11,r11,s11,r12,s12 f11,f12,g12,h12,f13 i11,i12,i13,i14,i15 p15,p16,p17,q17,q18 k4,l4,l5,m5,n5 a3,a4,b4,c4,c5 \
    k15,j16,k16,l16,k17 h7,h8,i8,j8,j9 l1,m1,n1,m2,m3 g14,h14,g15,h15,g16 l18,m18,n18,o18,n19 j11,k11,l11,k12,l12 \
    j1,i2,j2,k2,j3 d6,d7,c8,d8,d9 i18,i19,j19,k19,i20 m13,m14,m15,m16,m17 d1,e1,f1,g1,h1 b9,b10,b11,a12,b12 \
    k8,l8,k9,j10,k10 q8,r8,q9,q10,r10 t13,s14,t14,t15 a6,b6,a7,a8 k5,j6,k6,i7,j7 q4,o5,p5,q5,q6 p8,p9,p10 \
    i16,i17,j17 r17,r18,p19,q19,r19 r1,r2,s2,r3 m11,n11,o11,m12,o12 f18,g18,h18,h19,h20 g5,h5,i5,h6 h10,i10,g11,h11 \
    j13,k13,l13,l14,l15 d16,c17,d17,e17 q15,q16 e9,d10,e10,f10,e11 n13,n14 a14,b14,b15,a16,b16 o14,p14,o15,o16 \
    n3,m4,n4 p6 j14,j15 n8,m9,n9 s4,s5,s6 g2 f6,f7,f8,f9 o1,p1,o2,p2 d4,e4,d5,e5 d12,d13 c6,b7,c7,b8 r20 q13,r13,s13 \
    e13";

#[test]
fn arkan_18_the_finished_example() {
    let mut game = start(4);
    let moves: Vec<&str> = FINISHED_EXAMPLE.split(' ').collect();
    let events = play(&mut game, &moves);
    assert_eq!(events.last(), Some(&Event::Over));
    assert_eq!(game.due(), Due::Nothing);
    let left = |number| {
        let hand = game.hand(seat(number));
        [1, 2, 3, 4, 5].map(|size| hand.iter().filter(|shape| shape.size() == size).count())
    };
    assert_eq!(
        [0, 1, 2, 3].map(left),
        [[0, 0, 0, 0, 0], [0, 0, 0, 2, 0], [0, 0, 1, 4, 1], [0, 0, 1, 3, 1]]
    );
    assert_eq!(
        game.placed(seat(0)).last().map(|placement| placement.shape()),
        Some(Shape::I1)
    );
    assert_eq!(game.scores(), [20, -8, -24, -20]);
    assert_eq!(
        game.outcome(),
        Some(vec![Outcome::Win, Outcome::Loss, Outcome::Loss, Outcome::Loss])
    );
}

#[test]
fn arkan_16_fifteen_where_another_shape_was_the_last() {
    let mut game = start(4);
    play(&mut game, &FINISHED_EXAMPLE.split(' ').collect::<Vec<_>>());
    // The same pieces with the single square placed earlier, wherever it can be.
    let mut blue = game.placed(seat(0)).to_vec();
    let single = blue.pop().unwrap();
    let earlier: Vec<Arkan> = (1..20)
        .filter_map(|at| {
            let mut blue = blue.clone();
            blue.insert(at, single);
            Setup {
                placed: vec![blue, vec![], vec![], vec![]],
                left: SeatSet::EMPTY,
                turn: seat(1),
            }
            .position()
            .ok()
        })
        .collect();
    assert!(!earlier.is_empty());
    for game in earlier {
        assert_eq!(game.scores(), [15, -89, -89, -89]);
        assert_eq!(game.stuck(), SeatSet::of(seat(0)), "who has placed everything is done");
    }
}

#[test]
fn case_04_no_bonus_for_the_single_square_while_pieces_are_left() {
    let two_left: ShapeSet = [Shape::O4, Shape::T4].into_iter().collect();
    assert_eq!(total(two_left, Some(Shape::I1)), -8);
    assert_eq!(total(two_left, Some(Shape::I5)), -8);
    let mut game = start(2);
    play(&mut game, &["e10"]);
    assert_eq!(game.scores(), [-88, -89]);
}

#[test]
fn arkan_17_the_highest_total_wins_and_ties_share() {
    // Everybody but one leaves nothing open; the totals decide among those at the table.
    let mut game = position(&[&BLUE_WALL, &["j5"]], 0);
    play(&mut game, &[LAST_STONE]);
    while game.turn().is_some() {
        let next = game.placements(seat(0))[0].to_string();
        play(&mut game, &[&next]);
    }
    assert!(game.scores()[0] > game.scores()[1]);
    assert_eq!(game.outcome(), Some(vec![Outcome::Win, Outcome::Loss]));
}

#[test]
fn arkan_19_the_rest_play_on_without_the_leaver() {
    let mut game = start(3);
    play(&mut game, &["a16,a17,a18,a19,a20", "t20", "t1", "b14,b15,c15,d15"]);
    // Out of turn: the turn stays where it is.
    assert_eq!(game.turn(), Some(seat(1)));
    assert_eq!(leave(&mut game, 0), [Event::Left { seat: seat(0) }]);
    assert_eq!(game.turn(), Some(seat(1)));
    assert_eq!(game.outcome(), None);
    // The squares stay, and keep their total.
    assert_eq!(game.covered(seat(0)).len(), 9);
    assert_eq!(game.scores(), [-80, -88, -88]);
    play(&mut game, &["r18,s18,s19", "s2,s3"]);
    // Who has left is passed over, which is no skip.
    assert_eq!(game.turn(), Some(seat(1)));
    assert!(game.placements(seat(0)).is_empty());
    // To a real end, and the leaver does not win.
    while let Some(turn) = game.turn() {
        assert_ne!(turn, seat(0));
        let next = game.placements(turn)[0].to_string();
        let events = play(&mut game, &[&next]);
        assert!(!events.contains(&stuck(0)) && !events.contains(&skipped(0)));
    }
    assert_eq!(game.outcome().unwrap()[0], Outcome::Loss);
    assert!(
        game.outcome().unwrap()[1..]
            .iter()
            .any(|&outcome| outcome != Outcome::Loss)
    );
}

#[test]
fn arkan_19_leaving_in_turn_passes_the_turn_on() {
    let mut game = start(4);
    assert_eq!(leave(&mut game, 0), [Event::Left { seat: seat(0) }]);
    assert_eq!(game.turn(), Some(seat(1)));
    assert_eq!(leave(&mut game, 2), [Event::Left { seat: seat(2) }]);
    play(&mut game, &["t20"]);
    assert_eq!(game.turn(), Some(seat(3)));
}

#[test]
fn arkan_19_the_last_one_at_the_table_wins_whatever_the_total() {
    let mut game = start(3);
    play(&mut game, &["a20", "p20,q20,r20,s20,t20"]);
    leave(&mut game, 1);
    assert_eq!(leave(&mut game, 2), [Event::Left { seat: seat(2) }, Event::Over]);
    assert_eq!(game.scores(), [-88, -84, -89]);
    assert_eq!(game.outcome(), Some(vec![Outcome::Win, Outcome::Loss, Outcome::Loss]));
}

/// Blue's way along the upper edge to s19, the only corner of yellow's single square on t20.
const BLUE_TO_YELLOW: [&str; 5] = [
    "a20,b20,c20,d20,e20",
    "f19,g19,h19,i19",
    "m19,j20,k20,l20,m20",
    "n18,o18,p18",
    "s18,q19,r19,s19",
];

#[test]
fn arkan_19_a_skipped_seat_is_still_at_the_table() {
    let mut game = position(&[&BLUE_TO_YELLOW, &["t20"], &["t1"]], 1);
    assert_eq!((game.stuck(), game.turn()), (SeatSet::of(seat(1)), Some(seat(2))));
    leave(&mut game, 2);
    assert_eq!((game.turn(), game.outcome()), (Some(seat(0)), None));
    assert_eq!(leave(&mut game, 0), [Event::Left { seat: seat(0) }, Event::Over]);
    assert_eq!(game.outcome(), Some(vec![Outcome::Loss, Outcome::Win, Outcome::Loss]));
}

#[test]
fn arkan_19_a_skipped_seat_can_leave() {
    let mut game = position(&[&BLUE_TO_YELLOW, &["t20"], &["t1"]], 0);
    leave(&mut game, 1);
    assert_eq!((game.stuck(), game.turn()), (SeatSet::EMPTY, Some(seat(0))));
    let next = game.placements(seat(0))[0].to_string();
    assert_eq!(play(&mut game, &[&next]).len(), 1);
    assert_eq!(game.turn(), Some(seat(2)));
}

#[test]
fn arkan_20_leaving_loses_a_match_of_two() {
    for leaver in [0, 1] {
        let mut game = start(2);
        play(&mut game, &["e10"]);
        assert_eq!(
            leave(&mut game, leaver),
            [Event::Left { seat: seat(leaver) }, Event::Over]
        );
        let mut outcome = vec![Outcome::Win; 2];
        outcome[usize::from(leaver)] = Outcome::Loss;
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(game.scores(), [-88, -89]);
    }
}

#[test]
fn common_11_nobody_leaves_twice_or_after_the_end() {
    let mut game = start(3);
    leave(&mut game, 1);
    let mut events = Vec::new();
    let before = game.clone();
    assert_eq!(game.leave(seat(1), &mut events).unwrap_err().rule.id(), "common.11");
    assert_eq!(game.leave(seat(3), &mut events).unwrap_err().rule.id(), "common.1");
    assert_eq!((&game, events.len()), (&before, 0));
    leave(&mut game, 0);
    assert_eq!(game.leave(seat(2), &mut events).unwrap_err().rule.id(), "common.11");
    let mv = game.parse_move("t1").unwrap();
    assert_eq!(game.plan(seat(2), &mv, None).unwrap_err().rule.id(), "common.11");
}

#[test]
fn common_6_only_two_persons_are_rated() {
    assert_eq!([2, 3, 4].map(|seats| is_rated(&start(seats))), [true, false, false]);
}

#[test]
fn case_03_skips_are_events_and_steps_after_the_end_are_errors() {
    let mut game = position(&[&BLUE_WALL, &["j5"]], 0);
    play(&mut game, &[LAST_STONE]);
    // Who is skipped keeps the last move, the hand and the place in every list.
    assert_eq!(game.placed(seat(1)), [placement("j5")]);
    assert_eq!(game.hand(seat(1)).len(), 20);
    let mut skips = 1;
    let mut moves = 0;
    while game.turn().is_some() {
        let next = game.placements(seat(0))[0].to_string();
        let events = play(&mut game, &[&next]);
        moves += 1;
        skips += events.iter().filter(|&&event| event == skipped(1)).count();
    }
    // One skip after each move but the last, which ends the match.
    assert_eq!(skips, moves);
    assert_eq!(game.placed(seat(0)).len(), 6 + moves);
    assert_eq!(game.scores().len(), 2);
    let before = game.clone();
    for number in 0..4 {
        let mv = game.parse_move("a1").unwrap();
        let mut events = Vec::new();
        let illegal = game
            .play(seat(number), &mv, None, &Knowledge::new(), &mut events)
            .unwrap_err();
        assert_eq!(illegal.rule.id(), "common.11");
        assert!(game.leave(seat(number), &mut events).is_err());
        assert!(game.legal_moves(seat(number), &Knowledge::new()).is_empty());
        assert!(game.placements(seat(number)).is_empty());
        assert!(events.is_empty());
    }
    assert_eq!(game, before);
    // Seats that there are not are no reason to fall over.
    assert!(game.hand(seat(3)).is_empty() && game.placed(seat(3)).is_empty() && game.covered(seat(3)).is_empty());
    assert_eq!(
        game.check_placement(seat(3), placement("a1")).unwrap_err().rule.id(),
        "common.1"
    );
}

#[test]
fn case_05_a_move_of_the_wrong_seat_is_refused() {
    let mut game = start(4);
    let mut events = Vec::new();
    for (number, square) in [(1, "t20"), (2, "t1"), (3, "a1")] {
        let mv = game.parse_move(square).unwrap();
        let illegal = game
            .play(seat(number), &mv, None, &Knowledge::new(), &mut events)
            .unwrap_err();
        assert_eq!(illegal.rule.id(), "common.12");
        assert!(game.legal_moves(seat(number), &Knowledge::new()).is_empty());
        assert_eq!(game.count_legal(seat(number), &Knowledge::new()), 0);
    }
    assert_eq!((&game, events.len()), (&start(4), 0));
}

#[test]
fn arkan_22_open_corners() {
    let corners = |game: &Arkan, number| {
        game.open_corners(seat(number))
            .iter()
            .map(|s| s.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(corners(&start(4), 2), ["t1"]);
    let game = position(&[&["d10,e10"], &["j5"]], 0);
    assert_eq!(corners(&game, 0), ["c9", "f9", "c11", "f11"]);
    // A square that another piece took, or that a piece of the same colour lies beside, is none.
    let game = position(&[&BLUE_WALL, &["j5"]], 0);
    assert_eq!(corners(&game, 1), ["i6", "k6"]);
    assert!(corners(&game, 0).contains(&"k6".to_owned()));
    assert!(!corners(&game, 0).contains(&"f9".to_owned()));
    let mut game = start(3);
    leave(&mut game, 1);
    assert!(game.open_corners(seat(1)).is_empty());
}

#[test]
fn arkan_22_where_the_lifted_piece_can_go() {
    let game = position(&[&["d10,e10"], &["j5"]], 0);
    let texts = |shape| {
        game.placements_of(seat(0), shape)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(Shape::I1), ["c9", "f9", "c11", "f11"]);
    assert!(texts(Shape::I2).is_empty(), "it is placed already");
    assert!(texts(Shape::O4).contains(&"f11,g11,f12,g12".to_owned()));
    // Also out of turn.
    assert!(game.placements_of(seat(1), Shape::I1).is_empty());
    assert_eq!(game.placements_of(seat(1), Shape::I2).len(), 8);
}

#[test]
fn arkan_24_a_hovering_piece_is_judged() {
    let game = position(&[&["d10,e10"], &["j5"]], 0);
    assert!(
        game.check_placement(seat(0), placement("f11,g11")).is_err(),
        "the domino is placed"
    );
    assert!(game.check_placement(seat(0), placement("f11")).is_ok());
    assert!(
        game.check_placement(seat(1), placement("k6,k7")).is_ok(),
        "out of turn too"
    );
    assert_eq!(
        game.check_placement(seat(0), placement("e11")).unwrap_err().rule.id(),
        "arkan.10"
    );
}

#[test]
fn arkan_27_the_shapes_left_are_there_to_be_shown() {
    let mut game = start(2);
    play(&mut game, &["d10,e10"]);
    assert_eq!(game.hand(seat(0)), ShapeSet::ALL.without(Shape::I2));
    assert_eq!(game.hand(seat(0)).iter().count(), 20);
    assert_eq!(game.hand(seat(1)), ShapeSet::ALL);
    let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
    assert_eq!(names[..4], ["I1", "I2", "I3", "V3"]);
}

#[test]
fn notation_is_read_in_one_way_only() {
    let game = start(4);
    for text in [
        "e10",
        "e9,e10",
        "d10,e10",
        "a1,b1,c1,d1,e1",
        "a1,b1,c1,d1,e1,f1,g1",
        "a1,t20",
        "t20",
    ] {
        assert_eq!(game.parse_move(text).unwrap().to_string(), text);
    }
    let wrong = [
        "", ",", "e", "10", "e0", "e00", "e01", "e010", "e21", "e30", "e100", "u1", "E10", "`1", "e10,", ",e10",
        "e10,e10", "e10,d10", "e10,e9", "e10 ", " e10", "e10, e11", "e10;e11", "e+1", "e1o", "é10", "e١٠", "pass",
        "e10\n",
    ];
    for text in wrong {
        assert!(game.parse_move(text).is_err(), "{text:?}");
    }
    let all: Vec<String> = (1..=20)
        .flat_map(|row| ('a'..='t').map(move |column| format!("{column}{row}")))
        .collect();
    assert_eq!(broken(&game, &all.join(",")), "arkan.7");
}

#[test]
fn impossible_positions_are_refused() {
    let setup = |placed: &[&[&str]], left: &[u8], turn: u8| {
        let placed = placed
            .iter()
            .map(|seat| seat.iter().map(|text| placement(text)).collect())
            .collect();
        Setup {
            placed,
            left: left.iter().map(|&number| seat(number)).collect(),
            turn: seat(turn),
        }
        .position()
    };
    let rule = |result: Result<Arkan, SetupError>| match result {
        Err(SetupError::Illegal { illegal, .. }) => illegal.rule.id(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(setup(&[&[]], &[], 0), Err(SetupError::Table(_))));
    assert!(matches!(
        setup(&[&[], &[], &[], &[], &[]], &[], 0),
        Err(SetupError::Table(_))
    ));
    assert_eq!(setup(&[&[], &[]], &[], 2), Err(SetupError::NoSuchSeat(seat(2))));
    assert_eq!(setup(&[&[], &[]], &[3], 0), Err(SetupError::NoSuchSeat(seat(3))));
    assert_eq!(setup(&[&[], &[]], &[0, 1], 0), Err(SetupError::NobodyPresent));
    let across: &[&str] = &["j5", "i6,i7,i8,h9,i9", "e10,f10,g10"];
    assert!(matches!(
        setup(&[&["e10"], across], &[], 0),
        Err(SetupError::Overlap(_))
    ));
    assert_eq!(rule(setup(&[&["e10", "f11", "g12,g13"], &[]], &[], 0)), "arkan.7");
    assert_eq!(rule(setup(&[&["e5,f5,g5,h5,i5"], &[]], &[], 0)), "arkan.8");
    assert_eq!(rule(setup(&[&["e10", "e11,e12"], &[]], &[], 0)), "arkan.10");
    assert_eq!(rule(setup(&[&["e10", "a1,a2"], &[]], &[], 0)), "arkan.9");
    assert_eq!(rule(setup(&[&["o10"], &[]], &[], 0)), "arkan.7");
    assert_eq!(setup(&[&[], &[]], &[], 0).unwrap(), start(2));
    // Where all but one have left, the match is over.
    assert_eq!(
        setup(&[&[], &[]], &[1], 0).unwrap().outcome(),
        Some(vec![Outcome::Win, Outcome::Loss])
    );
}

#[test]
fn canonical_bytes_of_the_start() {
    let mut expected = vec![1, 0, 0, 0, 5];
    expected.extend(b"arkan");
    expected.extend([2, 0b11, 0, 1, 0]);
    expected.extend([0; 8]);
    assert_eq!(start(2).canonical_bytes(), expected);
    let mut game = start(2);
    play(&mut game, &["e9,e10"]);
    let mut expected = vec![1, 0, 0, 0, 5];
    expected.extend(b"arkan");
    expected.extend([2, 0b11, 0, 1, 1]);
    expected.extend([0, 0, 0, 1, 2, 4, 8, 4, 9]);
    expected.extend([0; 4]);
    assert_eq!(game.canonical_bytes(), expected);
}
