import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Terminal } from '../process/terminal.ts';
import { type Assembly, type Context, PROJECT, synthesize } from '../template/synthesis.ts';

const RESTART = 'Restart npm run dev';

interface TemplateCheckSettings {
  readonly assembly: Assembly;
  readonly context: Context;
  /** A temporary folder for templates that are synthesized only to compare them. */
  readonly scratch: string;
  readonly terminal: Terminal;
}

/** Prints a notice when the sources' template differs from the running one, which needs a restart. */
export class TemplateCheck {
  readonly #settings: TemplateCheckSettings;
  readonly #runningTemplate: string;
  #hasProblem = false;
  #isClosed = false;

  constructor(settings: TemplateCheckSettings) {
    this.#settings = settings;
    this.#runningTemplate = removeCodeHashes(settings.assembly);
  }

  /** Checks whether changed sources need a restart. */
  async run(files: readonly string[]): Promise<void> {
    const { terminal } = this.#settings;
    const paths = files.map((file) => relative(PROJECT, file).replaceAll('\\', '/'));
    const localSource = paths.find((path) => path.startsWith('infra/local/') || path === 'infra/lambda-bundles.ts');
    if (localSource) terminal.warn(`${RESTART}: ${localSource} is part of the local cloud itself.`);

    // While the template differs or fails, every change is checked: any file may complete or revert the change.
    if (!this.#hasProblem && !(await isSourceOfTemplate(paths))) return;

    const problem = await this.#findProblem();
    if (this.#isClosed) return;

    if (problem) terminal.warn(problem);
    else if (this.#hasProblem) terminal.info('The template matches the running one again. No restart is needed.');
    this.#hasProblem = problem !== undefined;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #findProblem(): Promise<string | undefined> {
    const { scratch, context } = this.#settings;
    try {
      const isSame = removeCodeHashes(await synthesize(scratch, context)) === this.#runningTemplate;
      return isSame ? undefined : `${RESTART}: the template has changed.`;
    } catch (error) {
      return `${error instanceof Error ? error.message : error}\nFix this, then restart npm run dev.`;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}

/** Returns the stacks as text without the hashes of the functions' code, for comparison. */
function removeCodeHashes({ stacks, stage }: Assembly): string {
  return JSON.stringify([stacks, stage]).replace(/[0-9a-f]{64}/g, '');
}

/** Returns whether one of these files is part of the CDK app, or the app no longer bundles. */
async function isSourceOfTemplate(paths: readonly string[]): Promise<boolean> {
  const result = await build({
    absWorkingDir: PROJECT,
    entryPoints: [join(PROJECT, 'infra/app.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  }).catch(() => undefined);

  return result === undefined || paths.some((path) => path in result.metafile.inputs);
}
