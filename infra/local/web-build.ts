import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PROJECT } from './synthesis.ts';

/** The message of the thread that builds. */
export interface WebBuildResult {
  readonly error?: string;
}

/**
 * Builds the web application into a folder, in a thread beside the rest of the start. Each state directory has a
 * build of its own, so that several local clouds do not empty each other's.
 *
 * @throws Error with what vite said.
 */
export async function buildWeb(directory: string): Promise<void> {
  const configFile = join(PROJECT, 'web/vite.config.ts');
  if (!existsSync(configFile)) throw new Error('web/vite.config.ts is missing. Start with --no-web for the API alone.');
  const worker = new Worker(new URL('./web-build-worker.ts', import.meta.url), {
    workerData: { configFile, directory },
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
  });
  const { error } = await new Promise<WebBuildResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The web build ended with code ${code}.`)));
  }).finally(() => worker.terminate());
  if (error) throw new Error(`The web application could not be built. ${error}`);
}
