import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { acceptanceRun } from './acceptance-run.ts';

/**
 * `npm run test:acceptance -- --target local|localstack|<outputs.json>`: the acceptance suite against a local cloud of
 * its own, against what `npm run deploy:localstack` has deployed, or against a deployed stage.
 */

try {
  const { file, words } = acceptanceRun(process.argv.slice(2), existsSync);
  const { FATHOM_TARGET: _, ...environment } = process.env;
  const { status, error } = spawnSync(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), ...words], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...environment, ...(file !== undefined && { FATHOM_TARGET: resolve(file) }) },
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
