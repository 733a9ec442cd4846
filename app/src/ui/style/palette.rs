//! The colours, light and dark.

use egui::Color32;
use majlis_rules::seat::Seat;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// A room by day.
    #[default]
    Light,
    /// The same room in the evening.
    Dark,
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];
}

/// The colours of a seat, the same for all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatColours {
    /// Pieces and marbles.
    pub fill: Color32,
    /// Their edges and shadows.
    pub edge: Color32,
    /// Marks upon them.
    pub ink: Color32,
    /// Where they could go.
    pub glow: Color32,
}

/// Every colour of the program, by what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Behind everything.
    pub page: Color32,
    /// Panels, dialogs, cards of the home screen.
    pub panel: Color32,
    /// Fields and rows inside a panel.
    pub inset: Color32,
    /// Lines round panels and fields.
    pub line: Color32,
    /// Text.
    pub ink: Color32,
    /// Text that steps back.
    pub ink_soft: Color32,
    /// The button that goes on, links, what is chosen.
    pub accent: Color32,
    /// Text upon it.
    pub on_accent: Color32,
    /// A button that gives something up, a red shield.
    pub danger: Color32,
    /// Text upon it.
    pub on_danger: Color32,
    /// A green shield, what is proved.
    pub good: Color32,
    /// Text upon it.
    pub on_good: Color32,
    /// What is lifted, what lies to be chosen, whose turn it is: upon felt and wood.
    pub gold: Color32,
    /// The ring round what has the keyboard, or is on turn: upon pages and panels.
    pub focus: Color32,
    /// Text upon gold.
    pub on_gold: Color32,
    /// Wood: frames of boards, racks.
    pub wood: Color32,
    /// Its light edge.
    pub wood_light: Color32,
    /// Its dark edge, grooves.
    pub wood_dark: Color32,
    /// Text upon wood.
    pub on_wood: Color32,
    /// Felt: where cards and tiles lie.
    pub felt: Color32,
    /// Felt further away, grooves in it.
    pub felt_dark: Color32,
    /// Text and lines upon felt.
    pub on_felt: Color32,
    /// The squares of a board.
    pub board: Color32,
    /// The lines between them.
    pub board_line: Color32,
    /// Faces of tiles and cards.
    pub bone: Color32,
    /// Their edges.
    pub bone_edge: Color32,
    /// Pips and black suits.
    pub on_bone: Color32,
    /// Red suits.
    pub on_bone_red: Color32,
    /// Backs of cards and tiles.
    pub back: Color32,
    /// The pattern upon them.
    pub back_mark: Color32,
    /// A place that is not allowed.
    pub illegal: Color32,
    /// The seats, 0 to 3.
    pub seats: [SeatColours; 4],
}

const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

const fn seat(fill: u32, edge: u32, ink: u32, glow: u32) -> SeatColours {
    SeatColours {
        fill: rgb(fill),
        edge: rgb(edge),
        ink: rgb(ink),
        glow: rgb(glow),
    }
}

const LIGHT: Palette = Palette {
    page: rgb(0x00EF_E6D8),
    panel: rgb(0x00FB_F6EC),
    inset: rgb(0x00F2_EADB),
    line: rgb(0x00C9_B79B),
    ink: rgb(0x002B_2017),
    ink_soft: rgb(0x0066_5443),
    accent: rgb(0x001F_6650),
    on_accent: rgb(0x00FF_FFFF),
    danger: rgb(0x00A8_321F),
    on_danger: rgb(0x00FF_FFFF),
    good: rgb(0x002B_7048),
    on_good: rgb(0x00FF_FFFF),
    gold: rgb(0x00F0_B840),
    focus: rgb(0x009A_5F06),
    on_gold: rgb(0x0024_1A08),
    wood: rgb(0x0085_5A36),
    wood_light: rgb(0x00B0_8050),
    wood_dark: rgb(0x0056_3820),
    on_wood: rgb(0x00FF_F6E6),
    felt: rgb(0x002F_6F5A),
    felt_dark: rgb(0x0025_5948),
    on_felt: rgb(0x00F6_F1E3),
    board: rgb(0x00EA_DFC9),
    board_line: rgb(0x00C8_B694),
    bone: rgb(0x00FD_F9EF),
    bone_edge: rgb(0x00A8_9B82),
    on_bone: rgb(0x0024_1C16),
    on_bone_red: rgb(0x00B3_2A20),
    back: rgb(0x008A_3B32),
    back_mark: rgb(0x00E7_C9A0),
    illegal: rgb(0x00D2_3B2A),
    seats: [
        seat(0x0030_6CB5, 0x001D_4A82, 0x00FF_FFFF, 0x006E_A3E0),
        seat(0x00E8_B62F, 0x009C_7411, 0x0033_2400, 0x00F4_D074),
        seat(0x00C2_4632, 0x0084_2A1C, 0x00FF_FFFF, 0x00EA_8A7A),
        seat(0x0029_7D4D, 0x0016_5231, 0x00FF_FFFF, 0x0078_C49A),
    ],
};

const DARK: Palette = Palette {
    page: rgb(0x001A_1613),
    panel: rgb(0x0027_211C),
    inset: rgb(0x0033_2B24),
    line: rgb(0x0057_4A3D),
    ink: rgb(0x00F3_EADC),
    ink_soft: rgb(0x00BF_AF9B),
    accent: rgb(0x0057_B894),
    on_accent: rgb(0x000B_1F18),
    danger: rgb(0x00F0_8A76),
    on_danger: rgb(0x002A_0B05),
    good: rgb(0x0074_C493),
    on_good: rgb(0x0008_1F12),
    gold: rgb(0x00F0_B840),
    focus: rgb(0x00F0_B840),
    on_gold: rgb(0x0024_1A08),
    wood: rgb(0x0062_4228),
    wood_light: rgb(0x0089_6141),
    wood_dark: rgb(0x003A_2616),
    on_wood: rgb(0x00FB_EEDA),
    felt: rgb(0x0021_4F41),
    felt_dark: rgb(0x001A_3F34),
    on_felt: rgb(0x00EC_E6D6),
    board: rgb(0x0030_2A23),
    board_line: rgb(0x0050_463A),
    bone: rgb(0x00EF_E7D6),
    bone_edge: rgb(0x0085_7862),
    on_bone: rgb(0x0024_1C16),
    on_bone_red: rgb(0x00A8_281E),
    back: rgb(0x0073_302A),
    back_mark: rgb(0x00D8_B98E),
    illegal: rgb(0x00F2_6A58),
    seats: [
        seat(0x004D_8ADB, 0x0028_5490, 0x0006_1426, 0x0092_BDF0),
        seat(0x00E8_BC45, 0x009C_7411, 0x0033_2400, 0x00F7_DC93),
        seat(0x00DE_6450, 0x008E_3222, 0x0026_0803, 0x00F3_A495),
        seat(0x0049_AE77, 0x0023_6E46, 0x0004_1C0F, 0x0095_D9B2),
    ],
};

impl Palette {
    /// The colours of a theme.
    #[must_use]
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }

    /// The colours of a seat.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatColours {
        let [first, ..] = self.seats;
        self.seats.get(seat.index()).copied().unwrap_or(first)
    }
}

/// How far two colours stand apart, 1 to 21: the contrast ratio of WCAG 2.2.
#[must_use]
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let light = |colour: Color32| {
        let [red, green, blue, _] = egui::Rgba::from(colour).to_array();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text upon grounds: 4.5 and more. What is not text: 3 and more against what it lies on.
    #[test]
    fn colours_stand_apart() {
        let design = include_str!("../../../../docs/design.md");
        for theme in Theme::ALL {
            let palette = Palette::of(theme);
            let mut pairs = vec![
                ("ink on page", palette.ink, palette.page, 7.0),
                ("ink on panel", palette.ink, palette.panel, 7.0),
                ("ink on inset", palette.ink, palette.inset, 7.0),
                ("soft ink on page", palette.ink_soft, palette.page, 4.5),
                ("soft ink on panel", palette.ink_soft, palette.panel, 4.5),
                ("soft ink on inset", palette.ink_soft, palette.inset, 4.5),
                ("text on accent", palette.on_accent, palette.accent, 4.5),
                ("accent on panel", palette.accent, palette.panel, 3.0),
                ("text on danger", palette.on_danger, palette.danger, 4.5),
                ("danger on panel", palette.danger, palette.panel, 4.5),
                ("text on good", palette.on_good, palette.good, 4.5),
                ("good on panel", palette.good, palette.panel, 4.5),
                ("text on gold", palette.on_gold, palette.gold, 4.5),
                ("gold on felt", palette.gold, palette.felt, 3.0),
                ("gold on wood", palette.gold, palette.wood, 3.0),
                ("focus on page", palette.focus, palette.page, 3.0),
                ("focus on panel", palette.focus, palette.panel, 3.0),
                ("text on wood", palette.on_wood, palette.wood, 4.5),
                ("text on felt", palette.on_felt, palette.felt, 4.5),
                ("text on dark felt", palette.on_felt, palette.felt_dark, 4.5),
                ("pips on bone", palette.on_bone, palette.bone, 7.0),
                ("red suits on bone", palette.on_bone_red, palette.bone, 4.5),
                ("pattern on backs", palette.back_mark, palette.back, 3.0),
                ("bone on felt", palette.bone, palette.felt, 3.0),
                ("red on board", palette.illegal, palette.board, 3.0),
            ];
            for seat in Seat::all(4) {
                let colours = palette.seat(seat);
                let apart = contrast(colours.fill, palette.board).max(contrast(colours.edge, palette.board));
                assert!(apart >= 3.0, "{theme:?}: seat {seat} on the board: {apart:.2}");
                pairs.push(("marks on seats", colours.ink, colours.fill, 4.5));
            }
            let mut least = std::collections::BTreeMap::new();
            for (name, one, other, wanted) in pairs {
                let apart = contrast(one, other);
                assert!(apart >= wanted, "{theme:?}: {name}: {apart:.2}");
                let known = least.entry(name).or_insert(apart);
                *known = apart.min(*known);
            }
            // The page of the design says the same figures.
            for (name, apart) in least {
                let column = match theme {
                    Theme::Light => format!("| {name} | {apart:.1} |"),
                    Theme::Dark => format!("| {apart:.1} |\n"),
                };
                let line = design.lines().find(|line| line.starts_with(&format!("| {name} |")));
                let line = format!("{}\n", line.unwrap_or_default());
                assert!(
                    line.contains(&column),
                    "docs/design.md: {theme:?} {name}: {apart:.1} in {line:?}"
                );
            }
        }
    }

    /// Two seats never look alike to an eye that mixes up red and green: their lightness differs, or blue tells them apart; and where
    /// it does not, marks do.
    #[test]
    fn seats_have_marks_that_differ() {
        use egui::pos2;

        let shape = |seat| {
            let colour = Color32::WHITE;
            format!(
                "{:?}",
                crate::ui::style::marks::mark(pos2(0.0, 0.0), 10.0, seat, colour)
            )
        };
        let shapes: std::collections::BTreeSet<String> = Seat::all(4).map(shape).collect();
        assert_eq!(shapes.len(), 4);
    }
}
