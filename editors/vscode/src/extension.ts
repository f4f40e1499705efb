// The client of `raddle lsp`. What is shown comes from the server; here are its start, its settings, and the terminal in which
// findings are run into.

import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from 'vscode-languageclient/node';

/** The settings that the server knows. */
const OPTIONS = [
    'time', 'memory', 'properties', 'arguments', 'build', 'trust', 'checkOnSave', 'checkOnOpen', 'warnOnType', 'bounds',
];

/** What the server wants to be run: exact words, no shell. */
interface TerminalCommand {
    title: string;
    command: string[];
    cwd: string;
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    context.subscriptions.push(
        vscode.commands.registerCommand('raddle.runInTerminal', runInTerminal),
        vscode.commands.registerCommand('raddle.checkFile', checkFile),
        vscode.commands.registerCommand('raddle.restart', restart),
        vscode.workspace.onDidChangeConfiguration(configure),
    );
    await start();
}

export async function deactivate(): Promise<void> {
    const running = client;
    client = undefined;
    if (running?.needsStop()) {
        await running.stop();
    }
}

async function start(): Promise<void> {
    const path = vscode.workspace.getConfiguration('raddle').get<string>('path', 'raddle');
    const server: ServerOptions = { command: path, args: ['lsp'] };
    const options: LanguageClientOptions = {
        documentSelector: [{ scheme: 'file', language: 'c' }, { scheme: 'file', pattern: '**/*.ll' }],
        initializationOptions: serverOptions,
    };
    const starting = new LanguageClient('raddle', 'Raddle', server, options);
    client = starting;
    try {
        await starting.start();
    } catch (error) {
        const message = `Raddle: cannot start "${path} lsp": ${error instanceof Error ? error.message : error}. ` +
            'The setting raddle.path says where raddle is.';
        void vscode.window.showErrorMessage(message);
    }
}

async function restart(): Promise<void> {
    await deactivate();
    await start();
}

function serverOptions(): Record<string, unknown> {
    const settings = vscode.workspace.getConfiguration('raddle');
    const options = OPTIONS.map(name => [name, settings.get(name)] as const);
    return { ...Object.fromEntries(options.filter(([, value]) => value !== undefined)), terminal: true };
}

async function configure(change: vscode.ConfigurationChangeEvent): Promise<void> {
    if (change.affectsConfiguration('raddle.path')) {
        await restart();
    } else if (change.affectsConfiguration('raddle') && client?.state === State.Running) {
        await client.sendNotification('workspace/didChangeConfiguration', { settings: { raddle: serverOptions() } });
    }
}

async function checkFile(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined) {
        void vscode.window.showInformationMessage('Raddle: open a C program first.');
        return;
    }
    await document.save();
    await vscode.commands.executeCommand('raddle.check', { uri: document.uri.toString() });
}

async function runInTerminal(wanted: TerminalCommand): Promise<void> {
    const [program, ...words] = wanted.command;
    const execution = new vscode.ProcessExecution(program, words, { cwd: wanted.cwd });
    const definition = { type: 'process' };
    const task = new vscode.Task(definition, vscode.TaskScope.Workspace, wanted.title, 'raddle', execution);
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
    await vscode.tasks.executeTask(task);
}
