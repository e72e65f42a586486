import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Matches the name of a run's folder, with the ID of the process. */
const RUN_FOLDER_NAME = /^fathom-run-(\d+)$/;

/**
 * Global setup: sets a temporary folder for the whole run, and deletes it when the process exits.
 *
 * Without this, files left by tests and killed browsers fill the disk. Also deletes the folders of runs that were
 * killed.
 */
export default function provideTemporaryFolder(): void {
  const sharedFolder = tmpdir();
  // Every project of a run calls this. The first call sets the folder.
  if (RUN_FOLDER_NAME.test(sharedFolder.split('/').at(-1) ?? '')) return;

  for (const name of readdirSync(sharedFolder)) {
    const [, ownerPid] = RUN_FOLDER_NAME.exec(name) ?? [];
    if (ownerPid && !isRunning(Number(ownerPid))) deleteFolder(join(sharedFolder, name));
  }

  const folder = join(sharedFolder, `fathom-run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.on('exit', () => deleteFolder(folder));
}

const deleteFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
