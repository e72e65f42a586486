import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { LargeTable } from './large-tables.ts';

/** Maximum output of the command, in bytes. */
const MAX_OUTPUT_BYTES = 2 ** 28;

/** The command that checks the invariants of a table. */
const COMMAND = join(import.meta.dirname, '../../../bin/verify-table.ts');

/**
 * Runs `npm run verify-table` for generated tables, and prints its summaries with seconds and memory.
 *
 * Covers all invariants between items. Generated communities have no bucket, sockets, or messages.
 *
 * @throws Error if a table breaks an invariant
 */
export function verifyTables(tables: readonly LargeTable[], log: (text: string) => void): void {
  for (const { name, description } of tables) {
    log(`verifying: ${description}`);

    const options = ['--table', name, '--segments', '2', '--restart'];
    const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...options], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
    });

    console.log(`Invariants of ${description}:\n${stdout}`);
    if (status !== 0) throw new Error(`The invariants of ${name} are not kept.`);
  }
}
