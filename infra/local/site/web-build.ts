import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTask } from '../process/task-process.ts';
import { buildCache } from '../state/build-cache.ts';
import { type BuildSources, buildEnvironment, COMMON_SOURCES } from '../state/source-hash.ts';
import { PROJECT } from '../template/synthesis.ts';

/** Input of the process that builds the web app. */
export interface WebBuildInput {
  readonly configFile: string;
  readonly directory: string;
  /** Whether to describe the chunks in `CHUNK_REPORT`. */
  readonly report: boolean;
}

/**
 * Builds the web app into a folder, on request with a report of its chunks.
 *
 * @throws Error with Vite's message.
 */
export async function buildWeb(directory: string, { report = false } = {}): Promise<void> {
  const input: WebBuildInput = { configFile: findWebConfig(), directory, report };
  const environment = { ...buildEnvironment(), NODE_ENV: 'production' };
  await runTask<void>(new URL('./web-build-task.ts', import.meta.url), input, environment).catch((error: Error) => {
    throw new Error(`The web app couldn't be built. ${error.message}`);
  });
}

/** What determines the output of {@link buildWeb}. */
export const WEB_SOURCES: BuildSources = {
  project: PROJECT,
  paths: [
    ...COMMON_SOURCES,
    'web',
    'shared',
    'infra/chunk-report.ts',
    'infra/local/process',
    'infra/local/site/web-build-task.ts',
  ],
  settings: {},
};

/**
 * Provides the built web app with a report of its chunks in a folder. Builds it only if its sources have changed since the
 * last builds. Each state directory has its own copy, so that clouds don't empty each other's.
 *
 * @throws Error with Vite's message.
 */
export async function providePages(target: string): Promise<void> {
  const build = (directory: string) => buildWeb(directory, { report: true });
  await buildCache.provide({ name: 'pages', sources: WEB_SOURCES, target, build });
}

/** Returns the path of Vite's configuration. Throws if it is missing. */
export function findWebConfig(): string {
  const file = join(PROJECT, 'web/vite.config.ts');
  if (!existsSync(file)) throw new Error('web/vite.config.ts is missing. To run only the API, start with --no-web.');
  return file;
}
