import { build } from 'vite';
import { handleTask } from '../process/task-process.ts';
import type { WebBuildInput } from './web-build.ts';

/** Runs Vite in the process that `buildWeb` starts. */
handleTask(async ({ configFile, directory }: WebBuildInput): Promise<void> => {
  const output = { outDir: directory, emptyOutDir: true, reportCompressedSize: false };
  await build({ configFile, logLevel: 'error', build: output });
});
