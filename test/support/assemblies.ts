import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, synthesise } from '../../infra/local/template/synthesis.ts';

/** The folder of this run's assemblies, as the environment of the workers has it. */
const FOLDER = 'FATHOM_TEST_ASSEMBLIES';

/** Gives the assemblies of a run a folder, and removes it when the run is over. */
export default function provideAssemblies(): (() => void) | undefined {
  // Several projects of one run ask for it: the first keeps it.
  if (process.env[FOLDER] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fathom-assemblies-'));
  process.env[FOLDER] = folder;
  return () => {
    delete process.env[FOLDER];
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * An assembly for `startLocalCloud`, made once in a test run for each context: bundling and synthesising take ten
 * seconds of a processor.
 *
 * @returns its folder, which many clouds may share.
 * @throws Error with what the CDK said.
 */
export async function assemblyOf(context: Context = {}): Promise<string> {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error('test/support/assemblies.ts is no globalSetup of this project.');
  const name = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 12);
  const assembly = join(folder, name);
  if (existsSync(assembly)) return assembly;
  const own = mkdtempSync(join(folder, 'making-'));
  await synthesise(own, context);
  try {
    renameSync(own, assembly);
  } catch (error) {
    // Another process was quicker: theirs is as good.
    if (!existsSync(assembly)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
  return assembly;
}
