import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The root of the repository, which contains `bin`. */
export const PROJECT_FOLDER = join(import.meta.dirname, '../../..');

/** What the cloud prints when it is ready. */
const READY = 'Fathom is ready';

/** A local cloud that runs as its own process. */
export interface StartedCloud {
  readonly child: ChildProcess;
  /** Address of the site; empty if the cloud ended before it was ready. */
  readonly url: string;
  /** Seconds from the start of the process until it was ready. */
  readonly seconds: number;
  /** Start and end of each phase, in one text as the cloud prints it. */
  readonly phases: string;
  /** False if the cloud ended before it was ready, or has no demo community. */
  readonly isComplete: boolean;
}

/** Starts a local cloud as `npm start` does. Resolves when the cloud is ready, or has ended. */
export async function startCloud(directory: string, args: readonly string[]): Promise<StartedCloud> {
  const startTime = performance.now();
  const child = spawn(
    process.execPath,
    ['bin/local.ts', '--port', '0', '--verbose', '--directory', directory, ...args],
    {
      cwd: PROJECT_FOLDER,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';

  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(READY)) resolve();
    });
    child.once('exit', () => resolve());
  });
  // Discards what the cloud prints later. A full pipe would stop it.
  child.stdout.removeAllListeners('data').resume();

  // The cloud prints the demo login before it prints that it is ready.
  const isComplete = output.includes(READY) && output.includes('Demo login:');
  const [, url = ''] = /is ready: (\S+)/.exec(output) ?? [];
  const [, phases = ''] = /Phases in seconds: (.*)/.exec(output) ?? [];

  return { child, url, phases, seconds: (performance.now() - startTime) / 1000, isComplete };
}

/** Stops a cloud and waits until its process has ended. */
export async function stopCloud({ child }: StartedCloud): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
