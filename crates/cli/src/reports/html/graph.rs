//! The heap of a test as a drawing: objects as boxes with a row for each field, references as arrows.
//!
//! A library finds the places of the boxes and the way of the arrows between them; here is what is in a box, and that an
//! arrow starts at the row of its field.

use super::values::{Shown, shown, title};
use super::words;
use clew_base::OrderedMap;
use clew_facts::{Call, HeapObject, Object, ObjectId, TestCase, Value};
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::format::Visible;
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use serde_json::{Value as Json, json};

/// The greatest number of objects that are drawn.
pub const MAX_OBJECTS: usize = 40;
/// The greatest number of rows of one object.
const MAX_ROWS: usize = 12;
/// The greatest number of characters of a row's text.
const MAX_TEXT: usize = 32;

const ROW: f64 = 19.0;
const CHAR: f64 = 7.3;
const SIDE: f64 = 10.0;
const MIN_WIDTH: f64 = 56.0;
/// The margin around the drawing.
const MARGIN: f64 = 6.0;

/// A box of the drawing.
struct Node {
    title: String,
    /// What it is: an object of the input, or one of the variables that names objects.
    kind: &'static str,
    rows: Vec<Row>,
}

/// A row of a box: a field or an element.
struct Row {
    name: String,
    value: String,
    /// The object it refers to.
    to: Option<ObjectId>,
}

/// The drawing of the heap before the call, in the form that the page's script draws; nothing where there are no objects.
pub fn drawing(case: &TestCase) -> Option<Json> {
    if case.heap.is_empty() {
        return None;
    }
    let drawn: OrderedMap<ObjectId, &HeapObject> =
        case.heap.iter().take(MAX_OBJECTS).map(|(id, object)| (*id, object)).collect();
    let mut nodes = roots(case);
    let objects = nodes.len();
    nodes.extend(drawn.values().map(|object| node(object)));
    let place = |id: ObjectId| drawn.get_index_of(&id).map(|at| objects + at);
    let mut edges: Vec<(usize, usize, usize)> = Vec::new();
    for (from, node) in nodes.iter().enumerate() {
        let targets = node.rows.iter().enumerate().filter_map(|(row, held)| Some((row, place(held.to?)?)));
        edges.extend(targets.map(|(row, to)| (from, row, to)));
    }
    let left_out = case.heap.len() - drawn.len();
    Some(laid_out(&nodes, &edges, left_out))
}

/// A box for each variable that names an object: the receiver and the arguments.
fn roots(case: &TestCase) -> Vec<Node> {
    let receiver = case.receiver.iter().map(|value| ("this".to_owned(), value));
    let arguments = case.arguments.iter().map(|argument| (argument.name.clone(), &argument.value));
    let statics =
        case.statics.iter().map(|set| (format!("{}.{}", words::simple(&set.field.class), set.field.name), &set.value));
    let named = receiver.chain(arguments).chain(statics).filter_map(|(name, value)| match value {
        Value::Ref(to) => Some((name, *to)),
        _ => None,
    });
    let root = |(name, to): (String, ObjectId)| Node {
        title: String::new(),
        kind: "variable",
        rows: vec![Row { name: cut(&name), value: String::new(), to: Some(to) }],
    };
    named.map(root).collect()
}

fn node(object: &HeapObject) -> Node {
    let rows: Vec<Row> = match &object.object {
        Object::Instance { fields } => fields.iter().map(|(key, value)| row(&key.name, value)).collect(),
        Object::Array { elements } => {
            elements.iter().enumerate().map(|(at, value)| row(&format!("[{at}]"), value)).collect()
        }
        Object::Made(made) => {
            let calls = std::iter::once(&made.first).chain(&made.then);
            let passed = calls.flat_map(|call| call.arguments.iter().map(|value| row(call_name(call), value)));
            passed.collect()
        }
        Object::String(_) | Object::EnumConstant(_) | Object::Class(_) | Object::Boxed(_) | Object::OfStatic(_) => {
            Vec::new()
        }
    };
    let more = rows.len().saturating_sub(MAX_ROWS);
    let mut rows: Vec<Row> = rows.into_iter().take(MAX_ROWS).collect();
    if more > 0 {
        rows.push(Row { name: format!("… {more} more"), value: String::new(), to: None });
    }
    Node { title: cut(&title(object)), kind: "object", rows }
}

/// What a call is called: a constructor is `new`.
fn call_name(call: &Call) -> &str {
    if call.method.method == "<init>" { "new" } else { &call.method.method }
}

fn row(name: &str, value: &Value) -> Row {
    let (value, to) = match shown(value) {
        Shown::Text(text) => (cut(&text), None),
        Shown::Object(id) => (String::new(), Some(id)),
    };
    Row { name: cut(name), value, to }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn size(node: &Node) -> (f64, f64) {
    let wide = |text: &str| text.chars().count() as f64 * CHAR;
    let row = |row: &Row| wide(&row.name) + wide(&row.value) + 3.0 * CHAR;
    let widest = node.rows.iter().map(row).fold(wide(&node.title), f64::max);
    let rows = node.rows.len() + usize::from(!node.title.is_empty());
    ((widest + 2.0 * SIDE).max(MIN_WIDTH), (rows.max(1) as f64) * ROW + 4.0)
}

/// The height above the middle of a row, from the top of its box.
fn height_of(node: &Node, row: usize) -> f64 {
    let above = row + usize::from(!node.title.is_empty());
    above as f64 * ROW + ROW / 2.0 + 2.0
}

/// Has the boxes placed. The result has everything rounded to whole pixels.
fn laid_out(nodes: &[Node], edges: &[(usize, usize, usize)], left_out: usize) -> Json {
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    let handles: Vec<_> = nodes
        .iter()
        .map(|node| {
            let (width, height) = size(node);
            let size = Point::new(width, height);
            let shape = ShapeKind::new_box("");
            graph.add_node(Element::create(shape, StyleAttr::simple(), Orientation::LeftToRight, size))
        })
        .collect();
    for (from, _, to) in edges {
        graph.add_edge(Arrow::simple(""), handles[*from], handles[*to]);
    }
    graph.do_it(false, false, false, &mut SVGWriter::new());
    let corners: Vec<(f64, f64)> = handles
        .iter()
        .map(|handle| {
            let corner = graph.element(*handle).position().bbox(false).0;
            (corner.x, corner.y)
        })
        .collect();
    let left = corners.iter().map(|(x, _)| *x).fold(f64::MAX, f64::min) - MARGIN;
    let top = corners.iter().map(|(_, y)| *y).fold(f64::MAX, f64::min) - MARGIN;
    let corners: Vec<(f64, f64)> = corners.into_iter().map(|(x, y)| ((x - left).round(), (y - top).round())).collect();
    let boxes: Vec<Json> = nodes.iter().zip(&corners).map(|(node, corner)| drawn_node(node, *corner)).collect();
    let paths: Vec<String> = edges.iter().map(|edge| path(nodes, &corners, *edge)).collect();
    json!({ "nodes": boxes, "edges": paths, "leftOut": left_out })
}

fn drawn_node(node: &Node, (x, y): (f64, f64)) -> Json {
    let (width, height) = size(node);
    let rows: Vec<Json> =
        node.rows.iter().map(|row| json!([row.name, row.value, u8::from(row.to.is_some())])).collect();
    json!({
        "x": x, "y": y, "w": width.round(), "h": height.round(),
        "title": node.title, "kind": node.kind, "rows": rows,
    })
}

/// An arrow as an SVG path: from the row of its field to the left side of the object, around where that is behind.
fn path(nodes: &[Node], corners: &[(f64, f64)], (from, row, to): (usize, usize, usize)) -> String {
    let (x, y) = corners[from];
    let start = (x + size(&nodes[from]).0, y + height_of(&nodes[from], row));
    let end = (corners[to].0, corners[to].1 + ROW / 2.0 + 2.0);
    let forward = end.0 - start.0;
    if forward > 0.0 {
        let bend = (forward / 2.0).min(60.0);
        return format!(
            "M{:.0} {:.0}C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}",
            start.0,
            start.1,
            start.0 + bend,
            start.1,
            end.0 - bend,
            end.1,
            end.0,
            end.1
        );
    }
    // To an object on the left, or itself: out to the right and back to its top.
    let (target, top) = (corners[to].0 + size(&nodes[to]).0 / 2.0, corners[to].1);
    let above = top.min(start.1) - 24.0;
    format!(
        "M{:.0} {:.0}C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}",
        start.0,
        start.1,
        start.0 + 44.0,
        start.1 - 6.0,
        target,
        above,
        target,
        top
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::{Argument, FieldKey};
    use proptest::prelude::*;

    /// A test whose objects refer to each other in this way.
    fn case(objects: &[Vec<Option<u32>>]) -> TestCase {
        let key = |at: usize| FieldKey { class: "Node".into(), name: format!("f{at}"), descriptor: "LNode;".into() };
        let value = |to: &Option<u32>| match to {
            Some(to) => Value::Ref(ObjectId(to % objects.len() as u32)),
            None => Value::Null,
        };
        let object = |(id, fields): (usize, &Vec<Option<u32>>)| {
            let fields = fields.iter().enumerate().map(|(at, to)| (key(at), value(to))).collect();
            (ObjectId(id as u32), HeapObject { class: "demo.Node".into(), object: Object::Instance { fields } })
        };
        let first = Value::Ref(ObjectId(0));
        let argument = Argument { name: "a".into(), descriptor: "LNode;".into(), value: first.clone() };
        TestCase::of_input(Some(first), vec![argument], objects.iter().enumerate().map(object).collect())
    }

    fn number(json: &Json) -> f64 {
        json.as_f64().unwrap_or(f64::NAN)
    }

    /// The corners of a box: left, top, right, bottom.
    fn corners(node: &Json) -> [f64; 4] {
        let [x, y, width, height] = ["x", "y", "w", "h"].map(|key| number(&node[key]));
        [x, y, x + width, y + height]
    }

    proptest! {
        #[test]
        fn every_heap_can_be_drawn_without_boxes_over_each_other(
            objects in prop::collection::vec(prop::collection::vec(prop::option::of(any::<u32>()), 0..5), 1..30)
        ) {
            let drawing = drawing(&case(&objects)).expect("objects");
            let boxes: Vec<[f64; 4]> = drawing["nodes"].as_array().expect("boxes").iter().map(corners).collect();
            prop_assert_eq!(boxes.len(), objects.len() + 2, "two variables");
            let references = objects.iter().flatten().flatten().count() + 2;
            prop_assert_eq!(drawing["edges"].as_array().expect("arrows").len(), references);
            for (at, [left, top, right, bottom]) in boxes.iter().enumerate() {
                prop_assert!(*left >= 0.0 && *top >= 0.0, "{:?}", boxes);
                for other in &boxes[at + 1..] {
                    let apart = other[0] >= *right || other[2] <= *left || other[1] >= *bottom || other[3] <= *top;
                    prop_assert!(apart, "{:?} and {:?}", boxes[at], other);
                }
            }
        }
    }

    #[test]
    fn a_large_heap_is_cut_and_says_so() {
        let objects: Vec<Vec<Option<u32>>> = (1..=MAX_OBJECTS as u32 + 5).map(|next| vec![Some(next)]).collect();
        let drawing = drawing(&case(&objects)).expect("objects");
        assert_eq!(
            (number(&drawing["leftOut"]), drawing["nodes"].as_array().map(Vec::len)),
            (5.0, Some(MAX_OBJECTS + 2))
        );
    }

    #[test]
    fn a_test_without_objects_has_no_drawing() {
        assert_eq!(drawing(&TestCase { heap: OrderedMap::default(), ..case(&[Vec::new()]) }), None);
    }
}
