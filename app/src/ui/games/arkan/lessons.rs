//! Positions for the rules.

use majlis_rules::arkan::{Arkan, Move, Placement, Setup};
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Game as _, Variant as _};
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use crate::ui::games::lessons::Lesson;

/// A whole match that ends as the finished example of the rules does (arkan.18).
const FINISHED: &str = "\
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

/// Corners and edges, and the finished example.
#[must_use]
pub fn lessons() -> Vec<Lesson> {
    let lesson = |section, game, caption| Lesson::of(section, AnyGame::Arkan(game), &Knowledge::new(), caption);
    let corners = corners().map(|game| lesson(3, game, "arkan-lesson-corners"));
    let finished = finished().map(|game| lesson(5, game, "arkan-lesson-finished"));
    corners.into_iter().chain(finished).collect()
}

/// Three blue pieces that touch at corners alone, and two yellow ones.
fn corners() -> Option<Arkan> {
    let placed = [
        ["d10,e10,f10,e11", "g11,g12,g13,h13", "c7,c8,a9,b9,c9"].as_slice(),
        &["j4,i5,j5,k5,j6", "h7,i7,h8"],
    ];
    let placed = placed
        .into_iter()
        .map(|texts| texts.iter().map(|text| placement(text)).collect());
    let setup = Setup {
        placed: placed.collect::<Option<_>>()?,
        left: SeatSet::EMPTY,
        turn: Seat::new(0)?,
    };
    setup.position().ok()
}

fn placement(text: &str) -> Option<Placement> {
    match Move::parse(text).ok()? {
        Move::Placement(placement) => Some(placement),
        Move::Scatter(_) => None,
    }
}

fn finished() -> Option<Arkan> {
    let mut game = Arkan::new(&Table::new(4)).ok()?;
    let mut events = Vec::new();
    for text in FINISHED.split_whitespace() {
        let (seat, mv) = (game.turn()?, Move::parse(text).ok()?);
        game.play(seat, &mv, None, &Knowledge::new(), &mut events).ok()?;
    }
    Some(game)
}
