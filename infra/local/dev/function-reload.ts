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
  readonly #staleFunctions = new Set<string>();
  #isClosed = false;

  constructor(settings: FunctionReloadSettings) {
    this.#settings = settings;
    this.#modules = findModules(settings);
  }

  /**
   * Bundles and reloads the functions that these files are part of. If bundling fails, no function is reloaded.
   *
   * The first run bundles all functions and reloads those that differ from the synthesized template.
   */
  async run(files: readonly string[] = []): Promise<void> {
    const { project, entries, bundles, options, terminal } = this.#settings;
    const paths = files.map((file) => relative(project, file).replaceAll('\\', '/'));
    for (const name of this.#modules.keys()) {
      const sources = this.#sources.get(name);
      if (!sources || paths.some((path) => sources.has(path))) this.#staleFunctions.add(name);
    }
    if (this.#staleFunctions.size === 0) return;

    const startTime = performance.now();
    const isFirstRun = this.#sources.size === 0;

    // Only the first run's bundles can be compared: a bundle also depends on the functions that are built with it.
    const staleEntries = Object.fromEntries(
      Object.entries(entries).filter(([name]) => isFirstRun || this.#staleFunctions.has(name)),
    );
    const result = await build({ ...options(staleEntries, bundles), metafile: true, logLevel: 'silent' }).catch(
      (error: BuildFailure) => error,
    );

    if (this.#isClosed) return;
    if (result instanceof Error) return await this.#reportFailure(result);

    await this.#print('warning', result.warnings);
    const labels = Object.entries(staleEntries).flatMap(([name, entry]) => {
      this.#sources.set(name, collectSources(entry, result.metafile));
      return isFirstRun && this.#isUnchanged(name) ? [] : this.#replace(name);
    });

    this.#staleFunctions.clear();
    if (labels.length > 0) terminal.info(`${summarize(labels)} (${Math.round(performance.now() - startTime)} ms)`);
  }

  close(): void {
    this.#isClosed = true;
  }

  #isUnchanged(name: string): boolean {
    const module = this.#modules.get(name);
    if (module === undefined) return false;

    const bundle = readFileSync(getBundlePath(this.#settings.bundles, name));
    return bundle.equals(readFileSync(module));
  }

  /** Replaces a function's module with its new bundle. Returns the labels of the reloaded functions. */
  #replace(name: string): string[] {
    const module = this.#modules.get(name);
    if (module === undefined) return [];

    replaceFile(getBundlePath(this.#settings.bundles, name), module);
    return this.#settings.functions.reload(module);
  }

  async #reportFailure(failure: BuildFailure): Promise<void> {
    this.#settings.terminal.warn('The functions could not be bundled. The previous code keeps running.');
    if (failure.errors) await this.#print('error', failure.errors);
    else this.#settings.terminal.warn(failure.message);
  }

  async #print(kind: 'error' | 'warning', messages: Message[]): Promise<void> {
    for (const text of await formatMessages(messages, { kind, color: process.stderr.isTTY })) {
      this.#settings.terminal.warn(text.trimEnd());
    }
  }
}

function summarize(labels: readonly string[]): string {
  const names = labels.slice(0, MAX_NAMES).join(', ');
  const count = labels.length === 1 ? '1 function' : `${labels.length} functions`;
  return `Reloaded ${count}: ${names}${labels.length > MAX_NAMES ? ', …' : ''}`;
}

/** Returns all direct and indirect imports of an entry, including those that tree shaking removed. */
function collectSources(entry: string, { inputs }: Metafile): Set<string> {
  const sources = new Set([entry]);
  // The loop also visits the paths that it adds.
  for (const path of sources) {
    for (const { path: importedPath } of inputs[path]?.imports ?? []) sources.add(importedPath);
  }

  return sources;
}

/** Finds each function's module by its content, because the CDK names the copies after a hash. */
function findModules({ entries, bundles, functions }: FunctionReloadSettings): Map<string, string> {
  const computeDigest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const modules = new Map(functions.modules.map((module) => [computeDigest(module), module]));

  return new Map(
    Object.keys(entries).flatMap((name) => {
      const bundle = getBundlePath(bundles, name);
      const module = existsSync(bundle) ? modules.get(computeDigest(bundle)) : undefined;
      return module === undefined ? [] : [[name, module] as const];
    }),
  );
}

function getBundlePath(bundles: string, name: string): string {
  return join(bundles, name, 'index.mjs');
}

/** Replaces a file atomically, so that a starting sandbox loads either the old or the new code. */
function replaceFile(source: string, target: string): void {
  copyFileSync(source, `${target}.new`);
  renameSync(`${target}.new`, target);
}
