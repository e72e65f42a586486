import { parentPort, workerData } from 'node:worker_threads';
import { build } from 'vite';
import type { WebBuildResult } from './web-build.ts';

/** The thread in which `buildWeb` runs vite. */
async function run({ configFile, directory }: { configFile: string; directory: string }): Promise<WebBuildResult> {
  try {
    await build({ configFile, logLevel: 'error', build: { outDir: directory, emptyOutDir: true } });
    return {};
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData));
