import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, synthesize } from '../../infra/local/template/synthesis.ts';

/** Environment variable with the folder of this run's assemblies (synthesized templates). Workers inherit it. */
const FOLDER_VARIABLE = 'FATHOM_TEST_ASSEMBLIES';

/** Global setup: creates a folder for the run's assemblies, and removes it after the run. */
export default function provideAssemblies(): (() => void) | undefined {
  // Every project of a run calls this. The first call creates the folder.
  if (process.env[FOLDER_VARIABLE] !== undefined) return undefined;

  const folder = mkdtempSync(join(tmpdir(), 'fathom-assemblies-'));
  process.env[FOLDER_VARIABLE] = folder;
  return () => {
    delete process.env[FOLDER_VARIABLE];
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Returns the folder of an assembly for `startLocalCloud`. Several clouds may share it.
 *
 * Each context is synthesized once per test run, because bundling and synthesizing take 10 s of CPU.
 *
 * @throws Error with the CDK's message.
 */
export async function getAssembly(context: Context = {}): Promise<string> {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) throw new Error('Add test/support/assemblies.ts to the globalSetup of this project.');

  const name = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 12);
  const assembly = join(folder, name);
  if (existsSync(assembly)) return assembly;

  const draft = mkdtempSync(join(folder, 'draft-'));
  await synthesize(draft, context);
  try {
    renameSync(draft, assembly);
  } catch (error) {
    // Another process finished first. Use its assembly.
    if (!existsSync(assembly)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return assembly;
}
