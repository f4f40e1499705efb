//! A headed message with source excerpts, in the look of rustc: `error[R0201]: … --> file:line:column` and carets.

use std::rc::Rc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use raddle_findings::{Location, Related};

use crate::sources::{SourceText, Sources};
use crate::text::{printable, wrap};
use crate::text_options::TextOptions;

/// A message to be shown with the places it speaks of.
#[derive(Debug)]
pub(crate) struct Excerpt<'a> {
    pub(crate) level: Level<'a>,
    pub(crate) code: &'a str,
    pub(crate) title: String,
    pub(crate) location: Option<&'a Location>,
    /// Stands beside the carets of the main place.
    pub(crate) label: String,
    pub(crate) related: &'a [Related],
    pub(crate) notes: Vec<String>,
    pub(crate) help: Option<&'a str>,
}

/// One marked place.
struct Mark<'a> {
    location: &'a Location,
    label: String,
    kind: AnnotationKind,
}

pub(crate) fn render(excerpt: Excerpt<'_>, sources: &Sources, options: &TextOptions) -> String {
    let texts = texts_of(&excerpt, sources);
    let mut title = excerpt.level.clone().primary_title(printable(&excerpt.title));
    if !excerpt.code.is_empty() {
        title = title.id(excerpt.code);
    }
    let mut group = Group::with_title(title).elements(places(&excerpt, &texts));
    // Room for the line numbers and the words `= note: `.
    let room = options.width.saturating_sub(16).max(40);
    let wrapped = |text: &str| wrap(&printable(text), room).join("\n");
    for note in &excerpt.notes {
        group = group.element(Level::NOTE.message(wrapped(note)));
    }
    if let Some(help) = excerpt.help {
        group = group.element(Level::HELP.message(wrapped(help)));
    }
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(options.width.max(60)).decor_style(DecorStyle::Ascii);
    renderer.render(&[group])
}

/// The texts of all files the excerpt touches, in order of first mention; kept alive while it is rendered.
fn texts_of(excerpt: &Excerpt<'_>, sources: &Sources) -> Vec<(String, Option<Rc<SourceText>>)> {
    let mut texts: Vec<(String, Option<Rc<SourceText>>)> = Vec::new();
    let related = excerpt.related.iter().filter_map(|related| related.location.as_ref());
    for location in excerpt.location.into_iter().chain(related) {
        if texts.iter().all(|(file, _)| *file != location.file) {
            texts.push((location.file.clone(), sources.get(&location.file)));
        }
    }
    texts
}

fn marks<'a>(excerpt: &Excerpt<'a>) -> Vec<Mark<'a>> {
    let main = excerpt.location.map(|location| Mark {
        location,
        label: excerpt.label.clone(),
        kind: AnnotationKind::Primary,
    });
    let related = excerpt.related.iter().filter_map(|related| {
        let location = related.location.as_ref()?;
        Some(Mark { location, label: related.label.clone(), kind: AnnotationKind::Context })
    });
    main.into_iter().chain(related).collect()
}

/// One excerpt per file; places in files that cannot be read, or lines that are not there, as bare positions.
fn places<'a>(
    excerpt: &Excerpt<'_>,
    texts: &'a [(String, Option<Rc<SourceText>>)],
) -> Vec<Element<'a>> {
    let marks = marks(excerpt);
    let mut elements: Vec<Element<'a>> = Vec::new();
    for (file, text) in texts {
        let here: Vec<&Mark<'_>> =
            marks.iter().filter(|mark| mark.location.file == *file).collect();
        elements.extend(places_in_file(file, text.as_deref(), &here));
    }
    elements
}

fn places_in_file<'a>(
    file: &'a str,
    text: Option<&'a SourceText>,
    marks: &[&Mark<'_>],
) -> Vec<Element<'a>> {
    let mut elements: Vec<Element<'a>> = Vec::new();
    let mut annotations = Vec::new();
    for mark in marks {
        let Location { line, column, .. } = *mark.location;
        match text.and_then(|text| text.token(line, column)) {
            Some(span) => {
                let label = if mark.label.is_empty() { None } else { Some(printable(&mark.label)) };
                annotations.push(mark.kind.span(span).label(label));
            }
            None => elements.push(bare_place(file, mark.location).into()),
        }
    }
    if let (Some(text), false) = (text, annotations.is_empty()) {
        let snippet =
            Snippet::source(text.text.as_str()).path(printable(file)).annotations(annotations);
        elements.insert(0, snippet.into());
    }
    elements
}

fn bare_place(file: &str, location: &Location) -> Origin<'static> {
    let origin = Origin::path(printable(file));
    if location.line == 0 {
        return origin;
    }
    origin.line(location.line as usize).char_column(location.column.max(1) as usize)
}
