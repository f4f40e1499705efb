// A stand-in for the module `vscode`, as far as the client library and the extension use it. It keeps what is registered and what is shown, so
// that a test can ask for it. Whatever a test does not look at is a class or a function that does nothing.
'use strict';

const { pathToFileURL, fileURLToPath } = require('node:url');
const path = require('node:path');

class Disposable {
    constructor(dispose) { this.dispose = dispose ?? (() => {}); }
    static from(...all) { return new Disposable(() => all.forEach(one => one.dispose())); }
}

class EventEmitter {
    constructor() {
        this.listeners = new Set();
        this.event = (listener, self, disposables) => {
            const bound = self === undefined ? listener : listener.bind(self);
            this.listeners.add(bound);
            const disposable = new Disposable(() => this.listeners.delete(bound));
            disposables?.push(disposable);
            return disposable;
        };
    }
    fire(event) { return Promise.all([...this.listeners].map(listener => listener(event))); }
    dispose() { this.listeners.clear(); }
}

class Uri {
    constructor(text) {
        const parsed = new URL(text);
        this.scheme = parsed.protocol.slice(0, -1);
        this.authority = parsed.host;
        this.path = decodeURIComponent(parsed.pathname);
        this.query = parsed.search.slice(1);
        this.fragment = decodeURIComponent(parsed.hash.slice(1));
        this.text = text;
    }
    get fsPath() { return this.scheme === 'file' ? fileURLToPath(this.text.replace(/#.*/, '')) : this.path; }
    toString() { return this.text; }
    toJSON() { return this.text; }
    with() { return this; }
    static parse(text) { return new Uri(text); }
    static file(file) { return new Uri(pathToFileURL(file).toString()); }
}

class Position {
    constructor(line, character) { Object.assign(this, { line, character }); }
}

class Range {
    constructor(start, end, endLine, endCharacter) {
        const byNumbers = typeof start === 'number';
        this.start = byNumbers ? new Position(start, end) : start;
        this.end = byNumbers ? new Position(endLine, endCharacter) : end;
    }
}

class Location {
    constructor(uri, range) { Object.assign(this, { uri, range }); }
}

class Diagnostic {
    constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}

class DiagnosticRelatedInformation {
    constructor(location, message) { Object.assign(this, { location, message }); }
}

class CodeLens {
    constructor(range, command) { Object.assign(this, { range, command }); }
}

class Hover {
    constructor(contents, range) { Object.assign(this, { contents: [contents].flat(), range }); }
}

class MarkdownString {
    constructor(value = '') { this.value = value; }
    appendCodeblock(code) { this.value += code; return this; }
}

class CancellationTokenSource {
    constructor() {
        this.emitter = new EventEmitter();
        this.token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
    }
    cancel() { this.token.isCancellationRequested = true; this.emitter.fire(); }
    dispose() {}
}

class ProcessExecution {
    constructor(process, args, options) { Object.assign(this, { process, args, options }); }
}

class Task {
    constructor(definition, scope, name, source, execution) { Object.assign(this, { definition, scope, name, source, execution }); }
}

class TextDocument {
    constructor(file, text, languageId = 'c') {
        Object.assign(this, { uri: Uri.file(file), fileName: file, languageId, version: 1, text, isClosed: false, isDirty: false });
    }
    getText() { return this.text; }
    save() { return Promise.resolve(true); }
}

/** Events by name, made when somebody asks for them. */
function events() {
    const emitters = new Map();
    return name => {
        if (!emitters.has(name)) {
            emitters.set(name, new EventEmitter());
        }
        return emitters.get(name);
    };
}

/** An object with the given members; what else is asked for is an event, or a function that does nothing. */
function namespace(members, emitters = events()) {
    return new Proxy(members, {
        get(target, name) {
            if (name in target || typeof name !== 'string') {
                return target[name];
            }
            return /^on(Did|Will)/.test(name) ? emitters(name).event : () => new Disposable();
        },
    });
}

/** A class that nobody looks into, and an enumeration whose members are their names. */
function anything(name) {
    return new Proxy(class {}, {
        get: (target, member) => member in target || typeof member !== 'string' ? target[member] : `${name}.${member}`,
    });
}

/** A new editor with a directory and settings. */
function editor(root, settings) {
    const workspaceEvents = events();
    const seen = {
        diagnostics: new Map(), providers: new Map(), commands: new Map(), messages: [], tasks: [], opened: [], shown: [], progress: [], log: [],
    };
    const channel = namespace({
        name: 'Raddle',
        append: text => seen.log.push(text),
        appendLine: text => seen.log.push(text),
        ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map(level => [level, text => seen.log.push(`${level}: ${text}`)])),
    });
    const message = kind => (text, ...rest) => { seen.messages.push(`${kind}: ${text}`); return Promise.resolve(undefined); };
    const documents = [];
    const workspace = namespace({
        workspaceFolders: [{ uri: Uri.file(root), name: path.basename(root), index: 0 }],
        textDocuments: documents,
        notebookDocuments: [],
        isTrusted: true,
        getConfiguration: section => ({
            get: (key, otherwise) => settings[section === undefined ? key : `${section}.${key}`] ?? otherwise,
        }),
        openTextDocument: uri => Promise.resolve({ uri }),
        asRelativePath: uri => path.relative(root, uri.fsPath ?? uri),
        createFileSystemWatcher: () => namespace({ dispose() {} }),
    }, workspaceEvents);
    const window = namespace({
        activeTextEditor: undefined,
        visibleTextEditors: [],
        tabGroups: namespace({ all: [] }),
        createOutputChannel: () => channel,
        showErrorMessage: message('error'),
        showWarningMessage: message('warning'),
        showInformationMessage: message('information'),
        showTextDocument: document => { seen.shown.push((document.uri ?? document).toString()); return Promise.resolve({}); },
        withProgress: (options, work) => {
            const source = new CancellationTokenSource();
            const progress = { title: options.title, reports: [], ended: false, cancel: () => source.cancel() };
            seen.progress.push(progress);
            const running = Promise.resolve(work({ report: value => progress.reports.push(value) }, source.token));
            return running.finally(() => { progress.ended = true; });
        },
    });
    const languages = new Proxy({}, {
        get(target, name) {
            if (name === 'createDiagnosticCollection') {
                return () => ({
                    set: (uri, list) => seen.diagnostics.set(uri.toString(), list ?? []),
                    get: uri => seen.diagnostics.get(uri.toString()),
                    has: uri => seen.diagnostics.has(uri.toString()),
                    delete: uri => seen.diagnostics.delete(uri.toString()),
                    clear: () => seen.diagnostics.clear(),
                    dispose() {},
                });
            }
            if (name === 'match') {
                return (selector, document) => [selector].flat().some(one => (one.language ?? one) === document.languageId) ? 10 : 0;
            }
            return (selector, provider) => { seen.providers.set(name, provider); return new Disposable(); };
        },
    });
    const commands = namespace({
        registerCommand: (name, run) => {
            if (seen.commands.has(name)) {
                throw new Error(`command '${name}' already exists`);
            }
            seen.commands.set(name, run);
            return new Disposable(() => seen.commands.delete(name));
        },
        executeCommand: (name, ...args) => {
            const run = seen.commands.get(name);
            return run === undefined ? Promise.reject(new Error(`command '${name}' not found`)) : Promise.resolve(run(...args));
        },
    });
    const members = {
        __esModule: true,
        version: '1.91.0',
        Disposable, EventEmitter, Uri, Position, Range, Location, Diagnostic, DiagnosticRelatedInformation, CodeLens, Hover, MarkdownString,
        CancellationTokenSource, ProcessExecution, Task,
        CancellationError: class extends Error {},
        DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
        TaskScope: { Global: 1, Workspace: 2 },
        TaskRevealKind: { Always: 1, Silent: 2, Never: 3 },
        workspace, window, languages, commands,
        env: namespace({
            appName: 'a stand-in', language: 'en',
            openExternal: uri => { seen.opened.push(uri.toString()); return Promise.resolve(true); },
        }),
        tasks: namespace({ executeTask: task => { seen.tasks.push(task); return Promise.resolve({ task }); } }),
        extensions: namespace({ all: [], getExtension: () => undefined }),
    };
    const module = new Proxy(members, {
        get(target, name) {
            if (!(name in target) && typeof name === 'string') {
                target[name] = anything(name);
            }
            return target[name];
        },
    });
    return { module, seen, documents, settings, fire: (name, event) => workspaceEvents(name).fire(event), TextDocument };
}

module.exports = { editor };
