import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '../../infra/local/cloud.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site of a local cloud is served. */
    url: string;
  }
}

/** Starts a local cloud of its own for the browser tests, pages and all, on free ports. */
export default async function provideLocalCloud(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
  const cloud = await startLocalCloud({ port: 0, directory, seed: false });
  project.provide('url', cloud.url);
  return async () => {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
