import { join } from 'node:path';
import { lambdaBuild, lambdaEntries } from '../../lambda-bundles.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { Terminal } from '../process/terminal.ts';
import { type Assembly, type Context, PROJECT } from '../template/synthesis.ts';
import { FunctionReload } from './function-reload.ts';
import { TemplateCheck } from './template-check.ts';
import { watchSources } from './watch-sources.ts';

interface FollowSettings {
  /** What runs. */
  readonly assembly: Assembly;
  readonly context: Context;
  /** A folder for templates that are only looked at. */
  readonly scratch: string;
  readonly functions: Functions;
  readonly terminal: Terminal;
}

/**
 * Follows changes of lambdas, shared and infra while a cloud runs: functions get their new code at once. Whatever
 * would change the template, or the cloud itself, waits for the next start, and the terminal says so.
 *
 * @returns what ends it.
 */
export function followSources(settings: FollowSettings): () => void {
  const { assembly, functions, terminal } = settings;
  const reload = new FunctionReload({
    project: PROJECT,
    entries: lambdaEntries(),
    bundles: join(assembly.directory, 'bundles'),
    options: (entries, outdir) => lambdaBuild(entries, outdir, 'readable'),
    functions,
    terminal,
  });
  const template = new TemplateCheck(settings);
  const failed = (error: unknown) => {
    terminal.warn(`A change could not be followed: ${error instanceof Error ? error.message : error}`);
  };
  // What changed while the cloud started. Nobody has to wait for it.
  const caughtUp = reload.run().catch(failed);
  const unwatch = watchSources({
    folders: ['lambdas', 'shared', 'infra'].map((folder) => join(PROJECT, folder)),
    onChange: async (files) => {
      const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
      if (sources.length === 0) return;
      await caughtUp;
      await reload.run(sources);
      await template.run(sources);
    },
    onError: failed,
  });
  return () => {
    unwatch();
    reload.close();
    template.close();
  };
}
