import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LOCK = 'lock';
/** Marks a folder as ours, so that emptying it can never hit a folder that is something else. */
const MARKER = 'fathom-local-cloud';
/** The folders that clouds of this very process hold: in a container, a restart often gets the same process id. */
const held = new Set<string>();

/** The folder in which one local cloud keeps everything. */
interface StateDirectory {
  readonly path: string;
  /** Whether nothing was kept in it before. */
  readonly empty: boolean;
  release(): void;
}

/**
 * Takes a folder for one local cloud: creates it, empties it if asked to, and keeps others out.
 *
 * @throws Error when another local cloud uses it, or when it holds something else.
 */
export function openStateDirectory(directory: string, { fresh = false } = {}): StateDirectory {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true });
  const before = readdirSync(path);
  if (before.length > 0 && !before.includes(MARKER)) {
    throw new Error(
      `${path} holds files that are not a local cloud's state. Choose an empty folder with --directory, ` +
        'or delete that one yourself.',
    );
  }
  lock(path);
  if (fresh) {
    for (const entry of before) if (entry !== LOCK && entry !== MARKER) rmSync(join(path, entry), { recursive: true });
  }
  writeFileSync(join(path, MARKER), 'State of the local cloud. `npm start -- --fresh` empties it.\n');
  const release = () => {
    process.off('exit', release);
    held.delete(path);
    rmSync(join(path, LOCK), { force: true });
  };
  // However this process ends, but for being killed, the lock goes with it.
  process.on('exit', release);
  return { path, empty: fresh || before.every((entry) => entry === LOCK || entry === MARKER), release };
}

function lock(path: string): void {
  const file = join(path, LOCK);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      held.add(path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(file, 'utf8'));
      if (owner === process.pid ? held.has(path) : isRunning(owner)) {
        throw new Error(
          `A local cloud (process ${owner}) already uses ${path}. Stop it, or give this one a folder and a port of ` +
            `its own: npm start -- --directory <folder> --port 0. If no such process is a local cloud, delete ${file}.`,
        );
      }
      // Its owner was killed and could not clean up.
      rmSync(file, { force: true });
    }
  }
  throw new Error(`${file} could not be taken. Is another local cloud starting? Try again.`);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
