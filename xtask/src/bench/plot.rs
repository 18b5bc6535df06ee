//! Plots of measured figures, as SVG files that documents can show.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// The size of a plot in pixels.
const SIZE: (u32, u32) = (640, 400);
/// The smallest figure that is drawn: the axis is logarithmic.
const SMALLEST: f64 = 0.001;

/// The space beside a bar in pixels, if there are few.
const GAP: u32 = 12;
/// The most bars that have names below them.
const MAX_LABELS: usize = 12;

/// A named line of a plot: its points from left to right.
pub(super) struct Line {
    /// What the legend calls it.
    pub(super) name: String,
    /// Where it goes through.
    pub(super) points: Vec<(f64, f64)>,
}

/// Draws lines over a logarithmic axis.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(file: &Path, title: &str, across: &str, up: &str, lines: &[Line]) -> Result<()> {
    let points = || lines.iter().flat_map(|line| line.points.iter().copied());
    let left = points().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
    let right = points().map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
    let low = points().map(|(_, y)| y.max(SMALLEST)).fold(f64::INFINITY, f64::min);
    let high = points().map(|(_, y)| y.max(SMALLEST)).fold(low * 10.0, f64::max);
    if !left.is_finite() {
        return Ok(());
    }
    let wrong = |error: &dyn std::fmt::Display| anyhow!("{} cannot be drawn: {error}", file.display());
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE).map_err(|error| wrong(&error))?;
    let mut chart = frame(&area, title)
        .build_cartesian_2d(left..right, (low..high * 1.5).log_scale())
        .map_err(|error| wrong(&error))?;
    chart.configure_mesh().x_desc(across).y_desc(up).draw().map_err(|error| wrong(&error))?;
    for (at, line) in lines.iter().enumerate() {
        let color = Palette99::pick(at).stroke_width(2);
        let points = line.points.iter().map(|(x, y)| (*x, y.max(SMALLEST)));
        chart
            .draw_series(LineSeries::new(points, color))
            .map_err(|error| wrong(&error))?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], color));
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8)).border_style(BLACK);
    legend.draw().map_err(|error| wrong(&error))?;
    area.present().map_err(|error| wrong(&error))
}

/// The space around a plot, with its title.
fn frame<'a, 'b>(area: &'a DrawingArea<SVGBackend<'b>, Shift>, title: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.caption(title, ("sans-serif", 18)).margin(12).x_label_area_size(36).y_label_area_size(56);
    builder
}

/// One of the parts of which bars consist.
pub(super) struct Stack {
    /// What the legend calls it.
    pub(super) name: String,
    /// How high it is in each bar. All are negative only where there is one part.
    pub(super) heights: Vec<f64>,
}

/// Draws bars, one above each name, of parts on top of each other.
///
/// # Errors
/// The file cannot be written.
pub(super) fn bars(file: &Path, title: &str, up: &str, names: &[&str], stacks: &[Stack]) -> Result<()> {
    let wrong = |error: &dyn std::fmt::Display| anyhow!("{} cannot be drawn: {error}", file.display());
    let sum = |at: usize| stacks.iter().map(|stack| stack.heights[at]).sum::<f64>();
    let high = (0..names.len()).map(sum).fold(1.0, f64::max);
    let low = (0..names.len()).map(sum).fold(0.0, f64::min);
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE).map_err(|error| wrong(&error))?;
    let mut chart = frame(&area, title)
        .build_cartesian_2d((0..names.len().saturating_sub(1)).into_segmented(), low * 1.1..high * 1.2)
        .map_err(|error| wrong(&error))?;
    let name_of = |at: &SegmentValue<usize>| match at {
        SegmentValue::CenterOf(at) | SegmentValue::Exact(at) => names.get(*at).copied().unwrap_or_default().to_owned(),
        SegmentValue::Last => String::new(),
    };
    let labels = names.len().min(MAX_LABELS);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(labels)
        .x_label_formatter(&name_of)
        .y_desc(up)
        .draw()
        .map_err(|error| wrong(&error))?;
    let gap = GAP.min(60 / names.len().max(1) as u32);
    let mut below = vec![0.0; names.len()];
    for (color, stack) in stacks.iter().enumerate() {
        let style = Palette99::pick(color).filled();
        let bars = stack.heights.iter().enumerate().map(|(at, height)| {
            let from = below[at];
            below[at] += height;
            let corners = [(SegmentValue::Exact(at), from), (SegmentValue::Exact(at + 1), from + height)];
            let mut bar = Rectangle::new(corners, style);
            bar.set_margin(0, 0, gap, gap);
            bar
        });
        let bars: Vec<_> = bars.collect();
        chart
            .draw_series(bars)
            .map_err(|error| wrong(&error))?
            .label(&stack.name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], style));
    }
    if stacks.len() > 1 {
        let mut legend = chart.configure_series_labels();
        legend.position(SeriesLabelPosition::UpperRight).background_style(WHITE.mix(0.8)).border_style(BLACK);
        legend.draw().map_err(|error| wrong(&error))?;
    }
    area.present().map_err(|error| wrong(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_its_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("plot.svg");
        let line = |name: &str, factor: f64| Line {
            name: name.to_owned(),
            points: (2..9).map(|x| (f64::from(x), factor * f64::from(x))).collect(),
        };
        draw(&file, "Seconds", "diamonds", "s", &[line("first", 0.0), line("second", 3.0)]).expect("a plot");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.starts_with("<svg") && text.contains("first") && text.contains("second"));
    }

    #[test]
    fn bars_have_names_and_parts() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bars.svg");
        let stack = |name: &str, heights: [f64; 2]| Stack { name: name.to_owned(), heights: heights.to_vec() };
        let stacks = [stack("failing", [1.0, 2.0]), stack("successful", [3.0, 0.0])];
        bars(&file, "Tests", "tests", &["PV", "MAY"], &stacks).expect("a plot");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(["PV", "MAY", "failing", "successful"].iter().all(|part| text.contains(part)), "{text}");
        bars(&file, "Change", "percent", &["1", "2"], &[stack("change", [-50.0, 10.0])]).expect("a plot");
    }
}
