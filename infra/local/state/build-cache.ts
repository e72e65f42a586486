import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildSources, hashSources } from './source-hash.ts';

interface Build {
  /** What is built: `assembly`. */
  readonly name: string;
  readonly sources: BuildSources;
  /** The folder that receives the output. It is emptied first, and belongs to the caller. */
  readonly target: string;
  /** Writes the output into an empty folder. The output must not contain the folder's path. */
  readonly build: (directory: string) => Promise<unknown>;
}

/** Outputs kept for each name. Switching between branches finds them again. */
const MAX_OUTPUTS = 4;
/** Age after which an unfinished output belongs to a process that was killed. */
const ABANDONED_MS = 60 * 60_000;
const UNFINISHED = 'unfinished-';

/** Keeps the output of builds by a hash of their sources, so that unchanged sources are built once. */
export class BuildCache {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Copies the output for these sources into a folder, after building it if it is not in the cache.
   *
   * @returns whether it was built
   * @throws the build's error
   */
  async provide({ name, sources, target, build }: Build): Promise<boolean> {
    const hash = hashSources(sources);
    const output = join(this.#directory, `${name}-${hash}`);
    if (copyOutput(output, target)) return false;

    // A complete output appears under its name in one step, so a killed process leaves none that is incomplete.
    const draft = join(this.#directory, `${UNFINISHED}${randomUUID()}`);
    mkdirSync(draft, { recursive: true });

    try {
      await build(draft);
      copyFolder(draft, target);
      // Sources that changed during the build are neither those of this hash nor those of another.
      if (hashSources(sources) === hash) publish(draft, output);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    this.#removeOld(name);
    return true;
  }

  #removeOld(name: string): void {
    const paths = (prefix: string) =>
      readdirSync(this.#directory)
        .filter((entry) => entry.startsWith(prefix))
        .map((entry) => join(this.#directory, entry))
        .flatMap((path) => {
          const stats = statSync(path, { throwIfNoEntry: false });
          return stats ? [{ path, usedAt: stats.mtimeMs }] : [];
        });

    const old = paths(`${name}-`)
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(MAX_OUTPUTS);
    const abandoned = paths(UNFINISHED).filter(({ usedAt }) => usedAt < Date.now() - ABANDONED_MS);
    for (const { path } of [...old, ...abandoned]) rmSync(path, { recursive: true, force: true });
  }
}

/** Assemblies and pages of the latest sources. All clouds and tests of this folder share them. */
export const buildCache = new BuildCache(join(import.meta.dirname, '../../../.build/cache'));

/** Copies an output of the cache. Returns false if there is none, or another process removes it meanwhile. */
function copyOutput(output: string, target: string): boolean {
  if (!existsSync(output)) return false;

  try {
    copyFolder(output, target);
    const now = new Date();
    utimesSync(output, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Gives an output its name. Keeps the output of another process that was faster. */
function publish(draft: string, output: string): void {
  try {
    renameSync(draft, output);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
