//! The fonts: `DejaVu Sans`, which is compiled in.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily};

/// The name of the bold family.
pub const BOLD: &str = "bold";

/// Installs the fonts that are compiled in.
pub fn install(context: &Context) {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, family: FontFamily, bytes: &'static [u8]| {
        fonts
            .font_data
            .insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.entry(family).or_default().push(name.to_owned());
    };
    add("DejaVu Sans", FontFamily::Proportional, dejavu::sans::regular());
    add("DejaVu Sans Bold", FontFamily::Name(BOLD.into()), dejavu::sans::bold());
    add("DejaVu Sans Mono", FontFamily::Monospace, dejavu::sans_mono::regular());
    context.set_fonts(fonts);
}
