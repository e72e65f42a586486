import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildSources, hashSources } from './source-hash.ts';

interface Build {
  /** The name of the output, such as `assembly`. */
  readonly name: string;
  readonly sources: BuildSources;
  /** The folder that receives the output. It belongs to the caller, and is emptied first. */
  readonly target: string;
  /** Writes the output into an empty folder. The output must not contain the folder's path. */
  readonly build: (directory: string) => Promise<unknown>;
}

/** Maximum outputs kept for each name, so that switching between branches finds them again. */
const MAX_OUTPUTS = 4;

/** Age after which an unfinished output belongs to a process that was killed. */
const ABANDONED_MS = 60 * 60_000;

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
   * @throws the build's error
   */
  async provide({ name, sources, target, build }: Build): Promise<boolean> {
    const hash = hashSources(sources);
    const output = join(this.#directory, `${name}-${hash}`);
    if (copyOutput(output, target)) return false;

    // A complete output gets its name in one step, so a killed process leaves no incomplete output.
    const draft = join(this.#directory, `${UNFINISHED_PREFIX}${randomUUID()}`);
    mkdirSync(draft, { recursive: true });

    try {
      await build(draft);
      copyFolder(draft, target);
      // If the sources changed during the build, the output belongs to no hash.
      if (hashSources(sources) === hash) publish(draft, output);
    } finally {
      rmSync(draft, { recursive: true, force: true });
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
    const abandonedDrafts = listEntries(UNFINISHED_PREFIX).filter(({ usedAt }) => usedAt < Date.now() - ABANDONED_MS);
    for (const { path } of [...oldOutputs, ...abandonedDrafts]) rmSync(path, { recursive: true, force: true });
  }
}

/** The cache of assemblies and pages. All clouds and tests of this folder share it. */
export const buildCache = new BuildCache(join(import.meta.dirname, '../../../.build/cache'));

/** Copies an output of the cache. Returns false if it is missing, or another process removes it during the copy. */
function copyOutput(output: string, target: string): boolean {
  if (!existsSync(output)) return false;

  try {
    copyFolder(output, target);
    // Marks the output as used, so that `#removeUnused` keeps it.
    const now = new Date();
    utimesSync(output, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function copyFolder(source: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

/** Gives an output its name. Keeps the output of another process that was faster. */
function publish(draft: string, output: string): void {
  try {
    renameSync(draft, output);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
