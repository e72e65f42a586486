import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Quiet time that ends a series of changes: editors save in several steps, and Git changes many files. */
const QUIET_MS = 100;

interface WatchSettings {
  readonly folders: readonly string[];
  /** Receives the paths changed since the last call. Calls never overlap. */
  readonly onChange: (files: string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Watches folders and their subfolders, with one watcher each. Node's recursive watcher loses files that an editor
 * replaces instead of rewriting.
 *
 * @returns a function that stops watching.
 */
export function watchSources({ folders, onChange, onError }: WatchSettings): () => void {
  const watchers: FSWatcher[] = [];
  const changedFiles = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;

  /** Watches all folders, including new and replaced folders. Closes the old watchers last, so no change is missed. */
  const watchAll = () => {
    const oldWatchers = watchers.splice(0);
    try {
      for (const folder of folders.flatMap(listWithSubfolders)) watchers.push(watchFolder(folder));
    } finally {
      for (const watcher of oldWatchers) watcher.close();
    }
  };

  const watchFolder = (folder: string) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== null) changedFiles.add(join(folder, name));
      scheduleNotification();
    });

    // Removing a folder is an error on some platforms. The parent's watcher also reports it.
    return watcher.on('error', () => {});
  };

  const scheduleNotification = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(notify, QUIET_MS);
  };

  const notify = async () => {
    if (isRunning) return scheduleNotification();

    isRunning = true;
    try {
      watchAll();

      const files = [...changedFiles];
      changedFiles.clear();
      await onChange(files);
    } catch (error) {
      onError(error);
    }
    isRunning = false;
  };

  watchAll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function listWithSubfolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return [folder, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}
