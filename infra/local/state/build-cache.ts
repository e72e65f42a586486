import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildSources, hashSources } from './source-hash.ts';

interface OutputRequest {
  /**
   * The name of the output, such as `assembly`. No other name may start with it and a hyphen: this is the prefix by
   * which the cache finds the outputs of a name.
   */
  readonly name: string;
  readonly sources: BuildSources;
  /** The folder that receives the output. It belongs to the caller, and is emptied first. */
  readonly target: string;
  /** Writes the output into an empty folder. The output must not contain the folder's path. */
  readonly writeOutput: (directory: string) => Promise<unknown>;
}

/** Maximum outputs kept for each name, so that switching between branches finds them again. */
const MAX_OUTPUTS = 4;

/** Maximum age of an unfinished output. An older one belongs to a process that was killed. */
const MAX_UNFINISHED_MS = 60 * 60_000;

/** Prefix of the folders of unfinished outputs. */
const UNFINISHED_PREFIX = 'unfinished-';

/** Keeps the output of builds by a hash of their sources, so that unchanged sources are built once. */
export class BuildCache {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Copies the output for these sources into a folder, after building it if it is not in the cache.
   *
   * @returns whether the output was built
   * @throws the error of `writeOutput`
   */
  async provide({ name, sources, target, writeOutput }: OutputRequest): Promise<boolean> {
    const hash = hashSources(sources);
    const cachedOutput = join(this.#directory, `${name}-${hash}`);
    if (copyOutput(cachedOutput, target)) return false;

    // A complete output gets its name in one step, so a killed process leaves no incomplete output.
    const unfinishedOutput = join(this.#directory, `${UNFINISHED_PREFIX}${randomUUID()}`);
    mkdirSync(unfinishedOutput, { recursive: true });

    try {
      await writeOutput(unfinishedOutput);
      copyFolder(unfinishedOutput, target);
      // If the sources changed during the build, the output belongs to no hash.
      if (hashSources(sources) === hash) publish(unfinishedOutput, cachedOutput);
    } finally {
      rmSync(unfinishedOutput, { recursive: true, force: true });
    }

    this.#removeUnused(name);
    return true;
  }

  /** Removes all but the latest outputs with this name, and the unfinished outputs of killed processes. */
  #removeUnused(name: string): void {
    const listEntries = (prefix: string) =>
      readdirSync(this.#directory)
        .filter((entry) => entry.startsWith(prefix))
        .map((entry) => join(this.#directory, entry))
        .flatMap((path) => {
          // Another process may have removed the entry since it was listed.
          const stats = statSync(path, { throwIfNoEntry: false });
          return stats ? [{ path, usedAt: stats.mtimeMs }] : [];
        });

    const oldOutputs = listEntries(`${name}-`)
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(MAX_OUTPUTS);
    const oldUnfinishedOutputs = listEntries(UNFINISHED_PREFIX).filter(
      ({ usedAt }) => usedAt < Date.now() - MAX_UNFINISHED_MS,
    );
    for (const { path } of [...oldOutputs, ...oldUnfinishedOutputs]) rmSync(path, { recursive: true, force: true });
  }
}

/** Copies an output of the cache. Returns false if it is missing, or another process removes it during the copy. */
function copyOutput(cachedOutput: string, target: string): boolean {
  if (!existsSync(cachedOutput)) return false;

  try {
    copyFolder(cachedOutput, target);
    markAsUsed(cachedOutput);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Sets the time of last use, so that `#removeUnused` keeps the output. */
function markAsUsed(cachedOutput: string): void {
  const now = new Date();

  try {
    utimesSync(cachedOutput, now, now);
  } catch (error) {
    // Only the owner of a folder may set its time. The output of another user stays usable.
    if (!['EPERM', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function copyFolder(source: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

/** Gives a finished output its name in the cache. Keeps the output of another process that was faster. */
function publish(unfinishedOutput: string, cachedOutput: string): void {
  try {
    renameSync(unfinishedOutput, cachedOutput);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** The cache of assemblies and pages. All clouds and tests of this folder share it. */
export const buildCache = new BuildCache(join(import.meta.dirname, '../../../.build/cache'));
