/**
 * `npm run test:acceptance -- --target local|localstack|<outputs.json>`: runs the acceptance suite against a new local
 * cloud, the deployment of `npm run deploy:localstack`, or a deployed stage.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planAcceptanceRun } from './acceptance-run.ts';
import { runCommand } from './run-command.ts';

function main(): void {
  const { targetFile, vitestArguments } = planAcceptanceRun(process.argv.slice(2), existsSync);

  // Only the command line decides the target, so a variable of the shell is ignored.
  const { FATHOM_TARGET: _, ...environment } = process.env;
  // A target keeps its members, so each run needs other random IDs and addresses.
  const seed = environment.FATHOM_TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Seed ${seed} (FATHOM_TEST_SEED)`);

  const { status, error } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), ...vitestArguments],
    {
      cwd: join(import.meta.dirname, '..'),
      stdio: 'inherit',
      env: {
        ...environment,
        FATHOM_TEST_SEED: seed,
        ...(targetFile !== undefined && { FATHOM_TARGET: resolve(targetFile) }),
      },
    },
  );
  if (error) throw error;

  // Without a status, a signal ended the tests.
  process.exitCode = status ?? 1;
}

await runCommand(main);
