import { build } from 'vite';
import { answerParent } from '../process/task-process.ts';
import type { WebBuildInput } from './web-build.ts';

/** The process in which `buildWeb` runs vite. */
answerParent(async ({ configFile, directory }: WebBuildInput): Promise<void> => {
  const output = { outDir: directory, emptyOutDir: true, reportCompressedSize: false };
  await build({ configFile, logLevel: 'error', build: output });
});
