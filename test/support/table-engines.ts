import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoints of databases: one for each worker, because each stores its tables in one file. */
    tableEngines: readonly string[];
  }
}

/**
 * Global setup of unit tests that share a database: starts one for each worker. Each test file creates its own table.
 *
 * @returns a function that stops them
 */
export default async function provideTableEngines(project: TestProject): Promise<() => Promise<void>> {
  const engines = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers as number }, () =>
      startDynamoDb(mkdtempSync(join(tmpdir(), 'fathom-engine-')), silentTerminal),
    ),
  );
  project.provide(
    'tableEngines',
    engines.map(({ endpoint }) => endpoint),
  );

  return async () => void (await Promise.all(engines.map((engine) => engine.close())));
}
