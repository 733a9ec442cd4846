//! What assistive technology is told of the screen, written to a file: by it, tests of a real window know where everything is.
//!
//! The file is replaced whenever something on the screen changes: a JSON object a line for each thing that has a name or a value, with
//! `role`, `name`, `value`, `rect` (left, top, right, bottom, in points), and `off` and `chosen` where they hold.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use egui::accesskit::{Node, Toggled};
use egui::{Context, FullOutput, Plugin, RawInput};
use serde_json::{Value, json};

struct TreeFile {
    path: PathBuf,
    written: String,
}

/// Has the screen's tree written to a file from now on.
pub fn write_to(path: &Path, context: &Context) {
    context.add_plugin(TreeFile {
        path: path.to_owned(),
        written: String::new(),
    });
}

fn line(node: &Node) -> Option<Value> {
    let bounds = node.bounds()?;
    let (name, value) = (node.label(), node.value());
    if name.is_none() && value.is_none() {
        return None;
    }
    let mut line = json!({
        "role": format!("{:?}", node.role()),
        "name": name,
        "value": value,
        "rect": [bounds.x0, bounds.y0, bounds.x1, bounds.y1],
    });
    if let Some(object) = line.as_object_mut() {
        if node.is_disabled() {
            object.insert("off".to_owned(), true.into());
        }
        if node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True) {
            object.insert("chosen".to_owned(), true.into());
        }
    }
    Some(line)
}

impl Plugin for TreeFile {
    fn debug_name(&self) -> &'static str {
        "tree"
    }

    fn input_hook(&mut self, context: &Context, _: &mut RawInput) {
        context.enable_accesskit();
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else {
            return;
        };
        let mut text = String::new();
        for line in update.nodes.iter().filter_map(|(_, node)| line(node)) {
            text += &format!("{line}\n");
        }
        if text == self.written {
            return;
        }
        // Whole or not at all: somebody may be reading it.
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.persist(&self.path).map_err(|error| error.error)
        });
        match written {
            Ok(_) => self.written = text,
            Err(error) => tracing::warn!(%error, "the tree of the screen cannot be written"),
        }
    }
}
