import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTask } from '../process/task-process.ts';
import { PROJECT } from '../template/synthesis.ts';

/** What the building process is told. */
export interface WebBuildInput {
  readonly configFile: string;
  readonly directory: string;
}

/**
 * Builds the web application into a folder, beside the rest of the start. Each state directory has a build of its
 * own, so that several local clouds do not empty each other's.
 *
 * @throws Error with what vite said.
 */
export async function buildWeb(directory: string): Promise<void> {
  const input: WebBuildInput = { configFile: webConfigFile(), directory };
  await runTask<void>(new URL('./web-build-task.ts', import.meta.url), input, { NODE_ENV: 'production' }).catch(
    (error: Error) => {
      throw new Error(`The web application could not be built. ${error.message}`);
    },
  );
}

/** How the web application is built and served, by Vite's own rules. */
export function webConfigFile(): string {
  const file = join(PROJECT, 'web/vite.config.ts');
  if (!existsSync(file)) throw new Error('web/vite.config.ts is missing. Start with --no-web for the API alone.');
  return file;
}
