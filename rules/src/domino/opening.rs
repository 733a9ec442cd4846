//! Who opens round 1: the order in which the hands are asked for tiles (domino.5).

use crate::tiles::Tile;

/// All 28 tiles in the order in which they are asked for: the doubles from 6-6 down, then the other tiles by pip sum, between
/// equal sums the one with the greater end first.
pub fn asking_order() -> impl Iterator<Item = Tile> {
    let doubles = (0..=6).rev().filter_map(|pips| Tile::new(pips, pips));
    let others = (1..=11u8).rev().flat_map(|sum| {
        (0..=6).rev().filter_map(move |high| {
            let low = sum.checked_sub(high).filter(|low| *low < high)?;
            Tile::new(high, low)
        })
    });
    doubles.chain(others)
}

/// The tile that is asked for once nobody holds `tile`; after the last one none.
pub(super) fn asked_after(tile: Tile) -> Option<Tile> {
    asking_order().skip_while(|asked| *asked != tile).nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domino_5_doubles_first_then_by_sum_then_by_the_greater_end() {
        let order: Vec<String> = asking_order().map(|tile| tile.to_string()).collect();
        assert_eq!(
            order.join(" "),
            "6-6 5-5 4-4 3-3 2-2 1-1 0-0 6-5 6-4 6-3 5-4 6-2 5-3 6-1 5-2 4-3 6-0 5-1 4-2 5-0 4-1 3-2 4-0 3-1 3-0 2-1 2-0 1-0"
        );
        let tile = |text: &str| text.parse().unwrap();
        assert_eq!(asked_after(tile("0-0")), Some(tile("6-5")));
        assert_eq!(asked_after(tile("1-0")), None);
    }
}
