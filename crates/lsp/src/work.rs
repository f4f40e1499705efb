//! The commands that the server runs for its answers, each on a thread of its own, which ends with an event.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use lsp_server::Message;

use crate::child::{Failure, Leash, Output};
use crate::options::Options;
use crate::project::Project;

/// What is checked: a program by its file, or one function of that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Subject {
    pub(crate) file: PathBuf,
    pub(crate) function: Option<String>,
}

/// A job, so that what comes of it finds its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct JobId(pub(crate) u64);

/// What the server waits for.
#[derive(Debug)]
pub(crate) enum Event {
    Message(Message),
    Malformed(String),
    /// The client is gone, or somebody wants the server to end.
    End(Option<String>),
    /// How the project of a job's file wants it to be read, and the files that the job reads, as soon as they are known.
    Begun(JobId, Project, BTreeSet<PathBuf>),
    Done(JobId, Result<Output, Failure>),
}

/// What a command is about.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) file: PathBuf,
    /// The directory that it runs in, and that names of files in its answer are relative to.
    pub(crate) root: PathBuf,
    pub(crate) options: Options,
    pub(crate) question: Question,
}

#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// A check that leaves its findings in the directory, and a page.
    Check {
        function: Option<String>,
        directory: PathBuf,
        page: PathBuf,
    },
    /// Static warnings, with the contents of unsaved buffers if there is an overlay that lists them.
    Warn {
        overlay: Option<PathBuf>,
    },
    Bound {
        function: Option<String>,
    },
    /// Words as they are.
    Command {
        words: Vec<String>,
    },
}

/// So long a hover's question may take in the background.
const BOUND_TIME: &str = "5s";

#[derive(Clone, Debug)]
pub(crate) struct Workshop {
    /// This very program.
    pub(crate) program: PathBuf,
    pub(crate) events: Sender<Event>,
}

impl Workshop {
    /// Starts a job. Pulling the leash ends it, and then it says nothing but that.
    pub(crate) fn start(&self, job: JobId, request: Request) -> Leash {
        let leash = Leash::default();
        let (workshop, held) = (self.clone(), leash.clone());
        std::thread::spawn(move || {
            let output = workshop.answer(job, &request, &held);
            // A server that is gone needs no answer.
            let _ = workshop.events.send(Event::Done(job, output));
        });
        leash
    }

    fn answer(&self, job: JobId, request: &Request, leash: &Leash) -> Result<Output, Failure> {
        let Request { file, root, options, question } = request;
        let mut words = match question {
            Question::Command { words } => return leash.run(&self.program, words, root),
            _ => Vec::new(),
        };
        let project = Project::of(file, root, &self.program, options, leash)?;
        let _ = self.events.send(Event::Begun(job, project.clone(), project.files(file)));
        match question {
            Question::Check { function, directory, page } => {
                words.extend(check_words(options, &project, directory, page));
                words.extend(function.iter().map(|name| format!("--function={name}")));
                words.push(text(file));
            }
            Question::Warn { overlay } => {
                words.extend(["warn", "--format=json"].map(str::to_owned));
                words.extend(limits(&options.time, options));
                words.extend(project.words);
                words.push(text(file));
                words.push("--".to_owned());
                words.extend(project.compiler_words);
                words.extend(
                    overlay.iter().flat_map(|path| ["-ivfsoverlay".to_owned(), text(path)]),
                );
            }
            Question::Bound { function } => {
                words.extend(["bound", "--format=json"].map(str::to_owned));
                words.extend(limits(BOUND_TIME, options));
                words.extend(project.words);
                words.extend(function.iter().map(|name| format!("--function={name}")));
                words.push(text(file));
                words.push("--".to_owned());
                words.extend(project.compiler_words);
            }
            Question::Command { .. } => {}
        }
        leash.run(&self.program, &words, root)
    }
}

/// The words of a check in front of its file.
fn check_words(options: &Options, project: &Project, directory: &Path, page: &Path) -> Vec<String> {
    let mut words = vec!["check".to_owned(), "--format=json".to_owned()];
    words.extend(limits(&options.time, options));
    words.extend(options.properties.iter().map(|name| format!("--property={name}")));
    words.extend(project.build.iter().map(|path| format!("--build={}", path.display())));
    words.extend(options.trust.then(|| "--trust".to_owned()));
    words.push(format!("--out={}", directory.display()));
    words.push(format!("--report=html={}", page.display()));
    words.extend(options.arguments.iter().cloned());
    words
}

fn limits(time: &str, options: &Options) -> [String; 2] {
    [format!("--time={time}"), format!("--memory={}", options.memory)]
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
