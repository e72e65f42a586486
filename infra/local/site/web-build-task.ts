import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { CHUNK_REPORT, describeChunks } from '../../chunk-report.ts';
import { handleTask } from '../process/task-process.ts';
import type { WebBuildInput } from './web-build.ts';

/** The repository's root folder. */
const PROJECT = join(import.meta.dirname, '../../..');

/** Runs Vite in the process that `buildWeb` starts. */
handleTask(async ({ configFile, directory, report }: WebBuildInput): Promise<void> => {
  const settings = { outDir: directory, emptyOutDir: true, reportCompressedSize: false };
  const output = await build({ configFile, logLevel: 'error', build: settings });
  if (!report) return;

  const file = join(directory, CHUNK_REPORT);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(describeChunks(output as Rolldown.RolldownOutput, PROJECT)));
});
