import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MARKER_FILE } from './fresh-command.ts';

/** The file with the ID of the process that uses the directory. */
const LOCK_FILE = 'lock';

/**
 * Directories that clouds of this process use. After a container restart, a stale lock may hold our own process ID, so
 * such a lock counts only if this set has its directory.
 */
const heldPaths = new Set<string>();

/** A folder that one local cloud has locked for its state. */
interface StateDirectory {
  readonly path: string;
  /** Whether the state is new: the folder held no state, or `fresh` has emptied it. */
  readonly isEmpty: boolean;
  /** Unlocks the directory for other clouds. */
  release(): void;
}

/**
 * Creates and locks a state directory. Empties it with `fresh`.
 *
 * @throws Error with instructions if the directory can't be written, if another local cloud uses it, or if it holds
 * other files.
 */
export function openStateDirectory(directory: string, { fresh = false } = {}): StateDirectory {
  const path = resolve(directory);

  try {
    return lockDirectory(path, fresh);
  } catch (error) {
    // An error of the file system, such as EACCES, has a code. Our own errors have instructions already.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Error(
      `The local cloud can't keep its state in ${path} (${(error as Error).message}). Choose a folder that you can ` +
        'write to: npm start -- --directory <folder>',
      { cause: error },
    );
  }
}

/** Creates and locks a state directory, as {@link openStateDirectory} does. Errors of the file system pass through. */
function lockDirectory(path: string, fresh: boolean): StateDirectory {
  mkdirSync(path, { recursive: true });

  // Checked before the lock is created, so that a rejected folder gets no files.
  const existingEntries = readdirSync(path);
  if (existingEntries.length > 0 && !existingEntries.includes(MARKER_FILE)) {
    throw new Error(
      `${path} holds files that are not a local cloud's state. Choose an empty folder with --directory, ` +
        'or delete this one yourself.',
    );
  }

  // The marker comes first. If it were missing after a start that ends here, the next start would reject the folder.
  writeFileSync(join(path, MARKER_FILE), 'State of the local cloud. The option `--fresh` of `npm start` empties it.\n');
  acquireLock(path);

  if (fresh) {
    for (const entry of existingEntries) {
      if (!isBookkeepingFile(entry)) rmSync(join(path, entry), { recursive: true });
    }
  }

  const release = () => {
    process.off('exit', release);
    heldPaths.delete(path);
    rmSync(join(path, LOCK_FILE), { force: true });
  };

  // Releases the lock however the process ends, except when it is killed.
  process.on('exit', release);

  return { path, isEmpty: fresh || existingEntries.every(isBookkeepingFile), release };
}

/** Returns whether an entry of the folder is the lock or the marker, which hold no state. */
function isBookkeepingFile(entry: string): boolean {
  return entry === LOCK_FILE || entry === MARKER_FILE;
}

/**
 * Creates the lock file. Replaces the lock of a process that was killed.
 *
 * @throws Error if a running process holds the lock
 */
function acquireLock(path: string): void {
  const file = join(path, LOCK_FILE);

  // The second attempt follows the removal of a stale lock.
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

/** Returns whether a process with this ID runs. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;

  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
