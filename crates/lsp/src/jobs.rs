//! The commands that run, and the checks that wait for their turn: one check at a time, because each may use the whole machine.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use lsp_server::RequestId;

use crate::child::Leash;
use crate::project::Project;
use crate::work::{JobId, Subject};

/// What a job is for.
#[derive(Debug)]
pub(crate) enum Purpose {
    Check(RunningCheck),
    /// Static warnings about a file, and what unsaved buffers contained, which is also written down in a directory.
    Warn {
        file: PathBuf,
        buffers: BTreeMap<PathBuf, String>,
        directory: PathBuf,
    },
    Bound(Subject),
    /// A text that a client asked for.
    Text {
        request: RequestId,
        name: &'static str,
    },
}

#[derive(Debug)]
pub(crate) struct RunningCheck {
    pub(crate) subject: Subject,
    pub(crate) directory: PathBuf,
    pub(crate) page: PathBuf,
    /// The name of its progress.
    pub(crate) token: String,
    /// The client shows its progress.
    pub(crate) shown: bool,
}

#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) purpose: Purpose,
    pub(crate) leash: Leash,
    pub(crate) root: PathBuf,
    pub(crate) project: Project,
    /// The files that it reads, as far as is known.
    pub(crate) uses: BTreeSet<PathBuf>,
}

#[derive(Debug, Default)]
pub(crate) struct Jobs {
    running: BTreeMap<JobId, Job>,
    queue: VecDeque<Subject>,
    /// Checks that an edit ended, with what they read. They go on when that is saved.
    interrupted: BTreeMap<Subject, BTreeSet<PathBuf>>,
    last: u64,
}

impl Jobs {
    pub(crate) fn next_id(&mut self) -> JobId {
        self.last += 1;
        JobId(self.last)
    }

    pub(crate) fn add(&mut self, id: JobId, job: Job) {
        self.running.insert(id, job);
    }

    pub(crate) fn remove(&mut self, id: JobId) -> Option<Job> {
        self.running.remove(&id)
    }

    pub(crate) fn get_mut(&mut self, id: JobId) -> Option<&mut Job> {
        self.running.get_mut(&id)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Job> {
        self.running.values_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Job> {
        self.running.values()
    }

    /// Puts a check into the queue. One of the same that runs is of an older text, and ends.
    pub(crate) fn enqueue(&mut self, subject: Subject, first: bool) {
        for job in self.running.values() {
            if matches!(&job.purpose, Purpose::Check(check) if check.subject == subject) {
                job.leash.pull();
            }
        }
        self.interrupted.remove(&subject);
        self.queue.retain(|one| *one != subject);
        match first {
            true => self.queue.push_front(subject),
            false => self.queue.push_back(subject),
        }
    }

    /// The next check, if none runs.
    pub(crate) fn next_check(&mut self) -> Option<Subject> {
        let is_check = |job: &Job| matches!(job.purpose, Purpose::Check(_));
        if self.running.values().any(is_check) { None } else { self.queue.pop_front() }
    }

    /// Ends what reads a file that is edited.
    pub(crate) fn interrupt(&mut self, is_edited: impl Fn(&Path) -> bool) {
        for job in self.running.values() {
            if job.leash.is_pulled() || !job.uses.iter().any(|file| is_edited(file)) {
                continue;
            }
            job.leash.pull();
            if let Purpose::Check(check) = &job.purpose {
                self.interrupted.insert(check.subject.clone(), job.uses.clone());
            }
        }
        let (ended, left) = self.queue.drain(..).partition(|subject| is_edited(&subject.file));
        self.queue = left;
        let ended: VecDeque<Subject> = ended;
        let with_files = ended.into_iter().map(|one| (one.clone(), BTreeSet::from([one.file])));
        self.interrupted.extend(with_files);
    }

    /// The checks that edits of a file ended.
    pub(crate) fn interrupted_by(&mut self, is_saved: impl Fn(&Path) -> bool) -> Vec<Subject> {
        let read = |files: &BTreeSet<PathBuf>| files.iter().any(|file| is_saved(file));
        let found = self.interrupted.iter().filter(|(_, files)| read(files));
        let subjects: Vec<Subject> = found.map(|(subject, _)| subject.clone()).collect();
        self.interrupted.retain(|subject, _| !subjects.contains(subject));
        subjects
    }

    /// Ends everything about a file.
    pub(crate) fn forget(&mut self, file: &Path) {
        self.queue.retain(|subject| subject.file != file);
        self.interrupted.retain(|subject, _| subject.file != file);
        for job in self.running.values() {
            let is_of_file = match &job.purpose {
                Purpose::Check(check) => check.subject.file == file,
                Purpose::Warn { file: warned, .. } => warned == file,
                Purpose::Bound(subject) => subject.file == file,
                Purpose::Text { .. } => false,
            };
            if is_of_file {
                job.leash.pull();
            }
        }
    }

    pub(crate) fn end_all(&mut self) {
        self.queue.clear();
        self.interrupted.clear();
        self.running.values().for_each(|job| job.leash.pull());
    }
}
