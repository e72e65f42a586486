import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors write a file in several steps, and version control writes many files. */
const QUIET_MS = 100;

interface WatchSettings {
  readonly folders: readonly string[];
  /** Is given what changed since its last call, once things are quiet; never called twice at once. */
  readonly onChange: (files: string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Watches folders and those in them. Each has a watcher of its own: Node's recursive one loses sight of a file that an
 * editor replaces rather than rewrites.
 *
 * @returns what ends it.
 */
export function watchSources({ folders, onChange, onError }: WatchSettings): () => void {
  const watchers: FSWatcher[] = [];
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let ended = false;

  /** Folders may be new, or others by the same name. The older watchers end last, so that nothing goes unseen. */
  const watchAll = () => {
    const older = watchers.splice(0);
    try {
      for (const folder of folders.flatMap(withFolders)) watchers.push(watchFolder(folder));
    } finally {
      for (const watcher of older) watcher.close();
    }
  };
  const watchFolder = (folder: string) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== null) changed.add(join(folder, name));
      wait();
    });
    // Where a folder that goes away is an error. Its parent tells of it as well.
    return watcher.on('error', () => {});
  };
  const wait = () => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(tell, QUIET_MS);
  };
  const tell = async () => {
    if (running) return wait();
    running = true;
    try {
      watchAll();
      const files = [...changed];
      changed.clear();
      await onChange(files);
    } catch (error) {
      onError(error);
    }
    running = false;
  };
  watchAll();
  return () => {
    ended = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function withFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return [folder, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}
