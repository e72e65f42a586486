import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LOCK = 'lock';
/** The file that marks a state directory. `--fresh` never empties a folder without it. */
const MARKER = 'fathom-local-cloud';
/** Directories that clouds of this process use. After a container restart, a stale lock may hold our own process ID. */
const heldPaths = new Set<string>();

/** A folder that one local cloud has locked for its state. */
interface StateDirectory {
  readonly path: string;
  /** Whether the state is new: the folder held no state, or `fresh` has emptied it. */
  readonly empty: boolean;
  release(): void;
}

/**
 * Creates and locks a state directory. Empties it with `fresh`.
 *
 * @throws Error if another local cloud uses it, or if it holds other files.
 */
export function openStateDirectory(directory: string, { fresh = false } = {}): StateDirectory {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true });
  const existingEntries = readdirSync(path);
  if (existingEntries.length > 0 && !existingEntries.includes(MARKER)) {
    throw new Error(
      `${path} holds files that are not a local cloud's state. Choose an empty folder with --directory, ` +
        'or delete this one yourself.',
    );
  }

  lock(path);
  if (fresh) {
    for (const entry of existingEntries) {
      if (!isOwnEntry(entry)) rmSync(join(path, entry), { recursive: true });
    }
  }
  writeFileSync(join(path, MARKER), 'State of the local cloud. `npm start -- --fresh` empties it.\n');

  const release = () => {
    process.off('exit', release);
    heldPaths.delete(path);
    rmSync(join(path, LOCK), { force: true });
  };
  // Releases the lock however the process ends, except when it is killed.
  process.on('exit', release);
  return { path, empty: fresh || existingEntries.every(isOwnEntry), release };
}

/** Returns whether an entry of the folder exists in an empty state. */
function isOwnEntry(entry: string): boolean {
  return entry === LOCK || entry === MARKER;
}

/** Creates the lock file. Replaces the lock of a process that was killed. */
function lock(path: string): void {
  const file = join(path, LOCK);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      heldPaths.add(path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;

      const owner = Number(readFileSync(file, 'utf8'));
      const isHeld = owner === process.pid ? heldPaths.has(path) : isRunning(owner);
      if (isHeld) {
        throw new Error(
          `A local cloud (process ${owner}) already uses ${path}. Stop it, or start with another folder and port: ` +
            `npm start -- --directory <folder> --port 0. If that process is not a local cloud, delete ${file}.`,
        );
      }

      // The owner was killed and left the lock.
      rmSync(file, { force: true });
    }
  }

  throw new Error(`Couldn't create ${file}. Another local cloud may be starting. Try again.`);
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
