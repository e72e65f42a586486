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
 * Global setup of unit tests that share a database: starts a database for each worker. Each test file creates its own
 * table.
 *
 * @returns a function that stops the databases
 */
export default async function provideTableEngines(project: TestProject): Promise<() => Promise<void>> {
  const startEngine = () => startDynamoDb(mkdtempSync(join(tmpdir(), 'fathom-engine-')), silentTerminal);
  const workerCount = project.vitest.config.maxWorkers as number;
  const engines = await Promise.all(Array.from({ length: workerCount }, startEngine));

  const endpoints = engines.map(({ endpoint }) => endpoint);
  project.provide('tableEngines', endpoints);

  return async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
}
