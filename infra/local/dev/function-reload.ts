import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildFailure, type BuildOptions, build, formatMessages, type Message, type Metafile } from 'esbuild';
import type { LambdaEntries } from '../../lambda-bundles.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Terminal } from '../process/terminal.ts';

/** Maximum functions named in the summary. */
const MAX_NAMES = 4;

interface FunctionReloadSettings {
  /** The root folder. Source paths are relative to it. */
  readonly project: string;
  readonly entries: LambdaEntries;
  /** The folder of the bundles, one subfolder per function. The functions load copies of them. */
  readonly bundles: string;
  /** Returns the options for bundling functions. */
  readonly options: (entries: LambdaEntries, bundles: string) => BuildOptions;
  readonly functions: Functions;
  readonly terminal: Terminal;
}

/** Bundles functions whose sources have changed and makes them load the new code. */
export class FunctionReload {
  readonly #settings: FunctionReloadSettings;
  /** The module that each function loads, by function name. */
  readonly #modules: ReadonlyMap<string, string>;
  /** The sources of each function's bundle. */
  readonly #sources = new Map<string, ReadonlySet<string>>();
  /** Functions whose sources have changed since their last successful bundling. */
  readonly #stale = new Set<string>();
  #closed = false;

  constructor(settings: FunctionReloadSettings) {
    this.#settings = settings;
    this.#modules = findModules(settings);
  }

  /**
   * Bundles and reloads the functions that these files are part of. An error in one function reloads none.
   *
   * The first run bundles all functions, and reloads those that differ from the synthesized template.
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
    const isFirst = this.#sources.size === 0;
    // Only the first run's output is comparable, because bundles depend on the set of functions built together.
    const stale = Object.fromEntries(Object.entries(entries).filter(([name]) => isFirst || this.#stale.has(name)));
    const result = await build({ ...options(stale, bundles), metafile: true, logLevel: 'silent' }).catch(
      (error: BuildFailure) => error,
    );
    if (this.#closed) return;
    if (result instanceof Error) return await this.#fail(result);

    await this.#show('warning', result.warnings);
    const labels = Object.entries(stale).flatMap(([name, entry]) => {
      this.#sources.set(name, collectSources(entry, result.metafile));
      return isFirst && this.#isSame(name) ? [] : this.#replace(name);
    });

    this.#stale.clear();
    if (labels.length > 0) terminal.info(`${summary(labels)} (${Math.round(performance.now() - start)} ms)`);
  }

  close(): void {
    this.#closed = true;
  }

  #isSame(name: string): boolean {
    const module = this.#modules.get(name);
    return module !== undefined && readFileSync(bundlePath(this.#settings.bundles, name)).equals(readFileSync(module));
  }

  /** Replaces a function's module with its new bundle. Returns the labels of the reloaded functions. */
  #replace(name: string): string[] {
    const module = this.#modules.get(name);
    if (module === undefined) return [];
    const bundle = bundlePath(this.#settings.bundles, name);
    replaceFile(bundle, module);
    return this.#settings.functions.reload(module);
  }

  async #fail(failure: BuildFailure): Promise<void> {
    this.#settings.terminal.warn('The functions could not be bundled. The previous code keeps running.');
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
  const names = labels.slice(0, MAX_NAMES).join(', ');
  const count = labels.length === 1 ? '1 function' : `${labels.length} functions`;
  return `Reloaded ${count}: ${names}${labels.length > MAX_NAMES ? ', …' : ''}`;
}

/** Returns all direct and indirect imports of an entry, including those that tree shaking removed. */
function collectSources(entry: string, { inputs }: Metafile): Set<string> {
  const sources = new Set([entry]);
  for (const path of sources) for (const { path: imported } of inputs[path]?.imports ?? []) sources.add(imported);
  return sources;
}

/** Finds each function's module by its content, because the CDK names the copies after a hash. */
function findModules({ entries, bundles, functions }: FunctionReloadSettings): Map<string, string> {
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const modules = new Map(functions.modules.map((module) => [digest(module), module]));
  return new Map(
    Object.keys(entries).flatMap((name) => {
      const bundle = bundlePath(bundles, name);
      const module = existsSync(bundle) ? modules.get(digest(bundle)) : undefined;
      return module === undefined ? [] : [[name, module] as const];
    }),
  );
}

function bundlePath(bundles: string, name: string): string {
  return join(bundles, name, 'index.mjs');
}

/** Replaces a file atomically, so that a starting sandbox loads either the old or the new code. */
function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}
