import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The folder of the project. */
export const PROJECT = join(import.meta.dirname, '../../..');

/** A local cloud that runs as its own process. */
export interface Start {
  readonly child: ChildProcess;
  /** Address of the site; empty if the cloud ended before it was ready. */
  readonly url: string;
  /** Seconds from the start of the process until it was ready. */
  readonly seconds: number;
  /** Start and end of each phase, as the cloud prints them. */
  readonly phases: string;
  /** Whether the cloud is ready and has its demo community. */
  readonly isComplete: boolean;
}

/** Runs `npm start` until it is ready or has ended. */
export async function startCloud(directory: string, args: readonly string[]): Promise<Start> {
  const startTime = performance.now();
  const child = spawn(
    process.execPath,
    ['bin/local.ts', '--port', '0', '--verbose', '--directory', directory, ...args],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';

  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Fathom is ready')) resolve();
    });
    child.once('exit', () => resolve());
  });
  // Discards what the cloud prints later. A full pipe would stop it.
  child.stdout.removeAllListeners('data').resume();

  const isComplete = output.includes('Fathom is ready') && output.includes('Demo login:');
  const [, url = ''] = /is ready: (\S+)/.exec(output) ?? [];
  const [, phases = ''] = /Phases in seconds: (.*)/.exec(output) ?? [];

  return { child, url, phases, seconds: (performance.now() - startTime) / 1000, isComplete };
}

/** Stops a cloud and waits until its process has ended. */
export async function stopCloud({ child }: Start): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
