import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^fathom-run-(\d+)$/;

/**
 * Gives all that a test run writes one temporary folder, and removes it with the process: what the tests leave there, or
 * a browser that is killed, once filled a disk. A run that was killed itself is tidied up after by the next one.
 */
export default function provideTemporaryFolder(): void {
  const shared = tmpdir();
  // Several projects of one run ask for it.
  if (NAME.test(shared.split('/').at(-1) ?? '')) return;
  for (const name of readdirSync(shared)) {
    const [, owner] = NAME.exec(name) ?? [];
    if (owner && !isRunning(Number(owner))) remove(join(shared, name));
  }
  const folder = join(shared, `fathom-run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.on('exit', () => remove(folder));
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process runs, and so does not allow the question.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
