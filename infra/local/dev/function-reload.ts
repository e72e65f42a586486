import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildFailure, type BuildOptions, build, formatMessages, type Message, type Metafile } from 'esbuild';
import type { LambdaEntries } from '../../lambda-bundles.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { Terminal } from '../process/terminal.ts';

/** More names than these make a line that nobody reads. */
const NAMED = 4;

interface FunctionReloadSettings {
  /** What the paths of sources are relative to. */
  readonly project: string;
  readonly entries: LambdaEntries;
  /** The bundles of which the functions' modules are copies, each in a folder by its function's name. */
  readonly bundles: string;
  /** How functions are bundled. */
  readonly options: (entries: LambdaEntries, bundles: string) => BuildOptions;
  readonly functions: Functions;
  readonly terminal: Terminal;
}

/** Bundles functions again when their sources have changed, and has them run their new code. */
export class FunctionReload {
  readonly #settings: FunctionReloadSettings;
  /** The module that a function loads, by the function's name. */
  readonly #modules: ReadonlyMap<string, string>;
  /** What a function was bundled from. */
  readonly #sources = new Map<string, ReadonlySet<string>>();
  /** Functions whose sources have changed since they were bundled: for longer than a moment when there is an error. */
  readonly #stale = new Set<string>();
  #closed = false;

  constructor(settings: FunctionReloadSettings) {
    this.#settings = settings;
    this.#modules = copies(settings);
  }

  /**
   * Bundles the functions that are made from these files, and reloads them; with an error in one of them, none. The
   * first time all are bundled, and only those reloaded that have become others since the template was synthesised.
   */
  async run(files: readonly string[] = []): Promise<void> {
    const { project, entries, bundles, options, terminal } = this.#settings;
    const paths = files.map((file) => relative(project, file).replaceAll('\\', '/'));
    for (const name of this.#modules.keys()) {
      const sources = this.#sources.get(name);
      if (!sources || paths.some((path) => sources.has(path))) this.#stale.add(name);
    }
    if (this.#stale.size === 0) return;
    const start = performance.now();
    const stale = Object.fromEntries(Object.entries(entries).filter(([name]) => this.#stale.has(name)));
    const result = await build({ ...options(stale, bundles), metafile: true, logLevel: 'silent' }).catch(
      (error: BuildFailure) => error,
    );
    if (this.#closed) return;
    if (result instanceof Error) return await this.#fail(result);
    await this.#show('warning', result.warnings);
    const isFirst = this.#sources.size === 0;
    const labels = Object.entries(stale).flatMap(([name, entry]) => {
      this.#sources.set(name, sourcesOf(entry, result.metafile));
      // How the minifier names things depends on what is bundled together: no other two builds can be compared.
      return isFirst && this.#isSame(name) ? [] : this.#replace(name);
    });
    this.#stale.clear();
    if (labels.length > 0) terminal.say(`${summary(labels)} (${Math.round(performance.now() - start)} ms)`);
  }

  close(): void {
    this.#closed = true;
  }

  #isSame(name: string): boolean {
    const module = this.#modules.get(name);
    return module !== undefined && readFileSync(bundleOf(this.#settings.bundles, name)).equals(readFileSync(module));
  }

  /** Puts a bundle in the place of the module that is its older copy. */
  #replace(name: string): string[] {
    const module = this.#modules.get(name);
    if (module === undefined) return [];
    const bundle = bundleOf(this.#settings.bundles, name);
    replaceFile(`${bundle}.map`, `${module}.map`);
    replaceFile(bundle, module);
    return this.#settings.functions.reload(module);
  }

  async #fail(failure: BuildFailure): Promise<void> {
    this.#settings.terminal.warn('The functions could not be bundled. The earlier ones go on serving.');
    if (failure.errors) await this.#show('error', failure.errors);
    else this.#settings.terminal.warn(failure.message);
  }

  async #show(kind: 'error' | 'warning', messages: Message[]): Promise<void> {
    for (const text of await formatMessages(messages, { kind, color: process.stderr.isTTY })) {
      this.#settings.terminal.warn(text.trimEnd());
    }
  }
}

function summary(labels: readonly string[]): string {
  const names = labels.slice(0, NAMED).join(', ');
  const count = labels.length === 1 ? '1 function' : `${labels.length} functions`;
  return `Reloaded ${count}: ${names}${labels.length > NAMED ? ', …' : ''}`;
}

/** Everything that an entry imports, and what that imports: also what left nothing behind in the bundle. */
function sourcesOf(entry: string, { inputs }: Metafile): Set<string> {
  const found = new Set([entry]);
  for (const path of found) for (const { path: imported } of inputs[path]?.imports ?? []) found.add(imported);
  return found;
}

/** The CDK copies each bundle into a folder that is named after its content: the copy is what has the same content. */
function copies({ entries, bundles, functions }: FunctionReloadSettings): Map<string, string> {
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const modules = new Map(functions.modules.map((module) => [digest(module), module]));
  return new Map(
    Object.keys(entries).flatMap((name) => {
      const bundle = bundleOf(bundles, name);
      const module = existsSync(bundle) ? modules.get(digest(bundle)) : undefined;
      return module === undefined ? [] : [[name, module] as const];
    }),
  );
}

function bundleOf(bundles: string, name: string): string {
  return join(bundles, name, 'index.mjs');
}

/** In one step: a sandbox that starts at this moment loads the one code or the other. */
function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}
