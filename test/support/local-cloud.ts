import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '../../infra/local/cloud.ts';
import { assemblyOf } from './assemblies.ts';
import { shareBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site of a local cloud is served. */
    url: string;
    /** The folder of its pages, for clouds that serve the same. */
    pages: string;
  }
}

/** Starts a local cloud of its own for the browser tests, pages and all, on free ports, and unpacks their browser. */
export default async function provideLocalCloud(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
  const start = async () => startLocalCloud({ port: 0, directory, seed: false, assembly: await assemblyOf() });
  // Unpacking the browser takes four seconds of a processor, starting the cloud about ten.
  const [removeBrowser, cloud] = await Promise.all([shareBrowser(), start()]);
  project.provide('url', cloud.url);
  project.provide('pages', join(directory, 'web'));
  return async () => {
    await cloud.close();
    removeBrowser();
    rmSync(directory, { recursive: true, force: true });
  };
}
