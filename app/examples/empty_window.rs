//! A window with nothing in it: what the program's own is measured beside (`docs/window-figures.sh`).

use eframe::{App, Frame, NativeOptions};
use egui::{Ui, ViewportBuilder, vec2};

struct Empty;

impl App for Empty {
    fn ui(&mut self, _: &mut Ui, _: &mut Frame) {}
}

fn main() -> eframe::Result {
    let native = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Empty")
            .with_inner_size(vec2(1120.0, 760.0)),
        ..NativeOptions::default()
    };
    eframe::run_native("empty", native, Box::new(|_| Ok(Box::new(Empty))))
}
