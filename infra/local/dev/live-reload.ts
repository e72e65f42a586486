import { join } from 'node:path';
import { createLambdaBuildOptions, generateLambdaEntries } from '../../lambda-bundles.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Terminal } from '../process/terminal.ts';
import { type Assembly, type Context, PROJECT } from '../template/synthesis.ts';
import { FunctionReload } from './function-reload.ts';
import { TemplateCheck } from './template-check.ts';
import { watchSources } from './watch-sources.ts';

interface LiveReloadSettings {
  /** The assembly of the running cloud. */
  readonly assembly: Assembly;
  readonly context: Context;
  /** A temporary folder for templates that are synthesized only to compare them. */
  readonly scratch: string;
  readonly functions: Functions;
  readonly terminal: Terminal;
}

/**
 * Reloads functions when sources in `lambdas`, `shared`, or `infra` change. Prints a notice if a change to the template
 * or the local cloud needs a restart.
 *
 * @returns a function that stops watching.
 */
export function startLiveReload(settings: LiveReloadSettings): () => void {
  const { assembly, functions, terminal } = settings;
  const reload = new FunctionReload({
    project: PROJECT,
    entries: generateLambdaEntries(),
    bundles: join(assembly.directory, 'bundles'),
    options: (entries, outdir) => createLambdaBuildOptions(entries, outdir, 'readable'),
    functions,
    terminal,
  });

  const template = new TemplateCheck(settings);
  const onError = (error: unknown) => {
    terminal.warn(`A change couldn't be applied: ${error instanceof Error ? error.message : error}`);
  };
  // Applies changes made while the cloud started. The start doesn't wait for this run.
  const initialRun = reload.run().catch(onError);

  const unwatch = watchSources({
    folders: ['lambdas', 'shared', 'infra'].map((folder) => join(PROJECT, folder)),
    onChange: async (files) => {
      const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
      if (sources.length === 0) return;

      await initialRun;
      await reload.run(sources);
      await template.run(sources);
    },
    onError,
  });

  return () => {
    unwatch();
    reload.close();
    template.close();
  };
}
