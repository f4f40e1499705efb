// A session without a window: the extension as it is shipped, its client library, the real server and the protocol between them. Only the module
// `vscode` is a stand-in. Prints what was tried, and ends with 1 at the first thing that is not as it should be.
'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');

const { editor } = require('./vscode.js');

const raddle = path.resolve(process.env.RADDLE ?? path.join(__dirname, '../../../target/debug/raddle'));
const programs = path.join(__dirname, '../../../crates/cli/tests/lsp/programs');
const bundle = path.join(__dirname, '../dist/extension.js');
const PATIENCE = 60_000;

let tried = 0;

function passed(what) {
    tried += 1;
    console.log(`ok: ${what}`);
}

/** Waits until something is there. */
async function until(what, look) {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
        const found = look();
        if (found) {
            return found;
        }
        await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error(`${what} did not come`);
}

/** The extension as a new editor loads it. */
function load(host) {
    const resolve = Module._resolveFilename;
    const loaded = Module._load;
    Module._resolveFilename = (request, ...rest) => request === 'vscode' ? 'vscode' : resolve.call(Module, request, ...rest);
    Module._load = (request, ...rest) => request === 'vscode' ? host.module : loaded.call(Module, request, ...rest);
    delete require.cache[bundle];
    return require(bundle);
}

function children() {
    const lines = spawnSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');
    return lines.filter(line => line.trim().startsWith(`${process.pid} `) && line.includes('lsp'));
}

async function main() {
    for (const [file, how] of [[raddle, 'cargo build -p raddle-cli, or set RADDLE'], [bundle, 'npm run build']]) {
        if (!fs.existsSync(file)) {
            throw new Error(`there is no ${file}: ${how}`);
        }
    }
    const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'raddle-vscode-')));
    fs.cpSync(programs, root, { recursive: true });
    const host = editor(root, { 'raddle.path': raddle, 'raddle.time': '60s' });
    const { seen } = host;
    const extension = load(host);
    await extension.activate({ subscriptions: [] });
    assert.deepEqual(seen.messages, []);
    passed('the server starts');

    const file = path.join(root, 'lost.c');
    const document = new host.TextDocument(file, fs.readFileSync(file, 'utf8'));
    const uri = document.uri.toString();
    host.documents.push(document);
    host.module.window.activeTextEditor = { document };
    await host.fire('onDidOpenTextDocument', document);
    await host.fire('onDidSaveTextDocument', document);
    const found = await until('diagnostics', () => seen.diagnostics.get(uri)?.length > 0 && seen.diagnostics.get(uri));
    assert.deepEqual(found.map(one => one.code.value ?? one.code), ['R0401', 'R0101']);
    assert.equal(found[0].severity, 0);
    assert.deepEqual(found[0].relatedInformation.map(one => one.message), ['T1 writes it here', 'T1 is created here', 'T2 is created here']);
    assert.match(found[0].code.target.toString(), /^file:.*R0401\.md$/);
    passed('findings are shown with related places');

    await until('the end of the progress', () => seen.progress.length > 0 && seen.progress.every(one => one.ended));
    assert.equal(seen.progress[0].title, 'checking lost.c');
    passed('progress begins and ends');

    const { token } = new host.module.CancellationTokenSource();
    const lenses = await seen.providers.get('registerCodeLensProvider').provideCodeLenses(document, token);
    const lens = title => lenses.find(one => one.command.title === title)?.command;
    assert.deepEqual(lenses.map(one => one.command.title).sort(), [
        'check this function', 'check this program (unsafe: 2 findings)', 'open the trace', 'open the trace', 'run into it (R0101)', 'run into it (R0401)',
    ]);
    passed('lenses are there');

    const run = lens('run into it (R0101)');
    await host.module.commands.executeCommand(run.command, ...run.arguments);
    const { process: program, args, options } = seen.tasks[0].execution;
    const replayed = spawnSync(program, args, { cwd: options.cwd, encoding: 'utf8' });
    assert.equal(replayed.status, 1);
    assert.match(replayed.stdout, /confirmed: assertion/);
    passed('the terminal runs into the finding');

    const open = lens('open the trace');
    await host.module.commands.executeCommand(open.command, ...open.arguments);
    const page = await until('a page', () => seen.opened[0]);
    assert.match(page, /^file:.*\.html#finding\/R0[14]01-/);
    assert.match(fs.readFileSync(new URL(page), 'utf8'), /<html/i);
    passed('the trace is opened in a browser');

    const at = (line, character) => new host.module.Position(line, character);
    const hovers = seen.providers.get('registerHoverProvider');
    const hover = await hovers.provideHover(document, at(22, 6), token);
    assert.match(hover.contents[0].value, /amount#0 = 1[^]*R0101: assertion failed/);
    passed('hovers explain findings');

    await assert.rejects(async () => {
        const { command } = lens('check this function');
        await host.module.commands.executeCommand(command, { uri: 'untitled:Untitled-1' });
    }, /save the buffer/);
    passed('what cannot be checked is told');

    document.text = document.text.replace('static int balance', 'static _Atomic int balance');
    document.version += 1;
    await host.fire('onDidChangeTextDocument', { document, contentChanges: [{ text: document.text }], reason: undefined });
    document.save = async () => {
        fs.writeFileSync(file, document.text);
        await host.fire('onDidSaveTextDocument', document);
        return true;
    };
    await host.module.commands.executeCommand('raddle.checkFile');
    await until('the end of the findings', () => seen.diagnostics.get(uri)?.length === 0 || !seen.diagnostics.has(uri));
    passed('findings go when the program is repaired');

    host.settings['raddle.time'] = '10m';
    await host.fire('onDidChangeConfiguration', { affectsConfiguration: section => section === 'raddle' });
    const long = path.join(root, 'long.c');
    const endless = new host.TextDocument(long, fs.readFileSync(long, 'utf8'));
    host.documents.push(endless);
    await host.fire('onDidOpenTextDocument', endless);
    await host.fire('onDidSaveTextDocument', endless);
    const progress = await until('a check', () => seen.progress.find(one => one.title === 'checking long.c'));
    progress.cancel();
    await until('the end of the check', () => progress.ended);
    passed('settings reach the server, and a check can be cancelled');

    assert.deepEqual(seen.messages.filter(text => !text.includes('save the buffer')), []);
    await extension.deactivate();
    await until('the end of the server', () => children().length === 0);
    passed('the server ends with the editor');

    const lost = editor(root, { 'raddle.path': path.join(root, 'no-raddle') });
    const other = load(lost);
    await other.activate({ subscriptions: [] });
    await until('a message', () => lost.seen.messages.some(text => /raddle\.path/.test(text)));
    await other.deactivate();
    passed('a server that is not there is told');

    fs.rmSync(root, { recursive: true });
}

main().then(
    () => {
        console.log(`${tried} passed, 0 failed`);
        process.exit(0);
    },
    error => {
        console.error(error);
        console.log(`${tried} passed, 1 failed`);
        process.exit(1);
    },
);
