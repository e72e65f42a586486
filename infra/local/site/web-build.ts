import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTask } from '../process/task-process.ts';
import { buildCache } from '../state/build-cache.ts';
import { type BuildSources, COMMON_SOURCES, getBuildEnvironment } from '../state/source-hash.ts';
import { PROJECT } from '../template/synthesis.ts';

/** The input of the process that builds the web app. */
export interface WebBuildInput {
  /** The path of Vite's configuration. */
  readonly configFile: string;
  /** The folder that receives the pages. */
  readonly directory: string;
  /** Whether the build also writes `CHUNK_REPORT`, which describes the chunks. */
  readonly report: boolean;
}

/**
 * Builds the web app into a folder.
 *
 * @param options `report` also writes a report of the chunks.
 * @throws Error with Vite's message.
 */
export async function buildWeb(directory: string, { report = false } = {}): Promise<void> {
  const input: WebBuildInput = { configFile: findWebConfig(), directory, report };
  const environment = { ...getBuildEnvironment(), NODE_ENV: 'production' };
  const task = new URL('./web-build-task.ts', import.meta.url);

  await runTask<void>(task, input, environment).catch((error: Error) => {
    throw new Error(`The web app couldn't be built. ${error.message}`);
  });
}

/** The files that determine the output of {@link buildWeb}. */
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
 * Copies the built web app and the report of its chunks into a folder.
 *
 * Builds the app only if the cache has no build of the current sources. Each state directory has its own copy, so that
 * a cloud never empties the folder that another cloud serves.
 *
 * @param onBuild is called before a build, which takes long.
 * @throws Error with Vite's message.
 */
export async function providePages(target: string, onBuild: () => void = () => {}): Promise<void> {
  const writeOutput = (directory: string) => {
    onBuild();
    return buildWeb(directory, { report: true });
  };
  await buildCache.provide({ name: 'pages', sources: WEB_SOURCES, target, writeOutput });
}

/** Returns the path of Vite's configuration. Throws an Error if the file is missing. */
export function findWebConfig(): string {
  const file = join(PROJECT, 'web/vite.config.ts');
  if (!existsSync(file)) throw new Error('web/vite.config.ts is missing. To run only the API, start with --no-web.');
  return file;
}
