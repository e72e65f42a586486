import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Terminal } from '../process/terminal.ts';
import { type Assembly, type Context, PROJECT, synthesise } from '../template/synthesis.ts';

const RESTART = 'Restart npm run dev';

interface TemplateCheckSettings {
  readonly assembly: Assembly;
  readonly context: Context;
  /** A folder for templates that are only looked at. */
  readonly scratch: string;
  readonly terminal: Terminal;
}

/** Says when what runs is no longer what the sources ask for. It changes nothing: a new template takes a new start. */
export class TemplateCheck {
  readonly #settings: TemplateCheckSettings;
  readonly #running: string;
  #differs = false;
  #closed = false;

  constructor(settings: TemplateCheckSettings) {
    this.#settings = settings;
    this.#running = essence(settings.assembly);
  }

  /** @param files sources that have changed. */
  async run(files: readonly string[]): Promise<void> {
    const { terminal } = this.#settings;
    const paths = files.map((file) => relative(PROJECT, file).replaceAll('\\', '/'));
    const own = paths.find((path) => path.startsWith('infra/local/') || path === 'infra/lambda-bundles.ts');
    if (own) terminal.warn(`${RESTART}: ${own} is part of the local cloud itself.`);
    // After a template that differs or cannot be made, any file may hold the other half of the change.
    if (!this.#differs && !(await isSourceOfTemplate(paths))) return;
    const problem = await this.#problem();
    if (this.#closed) return;
    if (problem) terminal.warn(problem);
    else if (this.#differs) terminal.say('The template is again the one that runs: no restart is needed.');
    this.#differs = problem !== undefined;
  }

  close(): void {
    this.#closed = true;
  }

  async #problem(): Promise<string | undefined> {
    const { scratch, context } = this.#settings;
    try {
      const same = essence(await synthesise(scratch, context)) === this.#running;
      return same ? undefined : `${RESTART}: the template has changed.`;
    } catch (error) {
      return `${error instanceof Error ? error.message : error}\nWhat runs goes on. ${RESTART} when this is put right.`;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}

/** Everything but the hashes of the functions' code. */
function essence({ stacks, stage }: Assembly): string {
  return JSON.stringify([stacks, stage]).replace(/[0-9a-f]{64}/g, '');
}

/** Whether the infrastructure is made from one of these files, or can no longer be read. */
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
