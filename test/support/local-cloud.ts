import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '../../infra/local/cloud.ts';
import { getAssembly } from './assemblies.ts';
import { shareBrowser } from './browser.ts';
import { findMissingPart, selectEngine } from './engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the local cloud's site. */
    url: string;
    /** Folder of the built pages, for further clouds that serve the same pages. */
    pages: string;
  }
}

/** Settings of the cloud for screens that need more messages a minute than a new member may send. */
const MANY_MESSAGES = { conductLimitPercent: 1000 };

/** Global setup: starts a local cloud with pages for the browser tests, on free ports, and unpacks the browser. */
export default async function provideLocalCloud(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const engine = selectEngine(project.config.env);
  // The runner then skips all tests, so no test uses the URL.
  if (findMissingPart(engine)) return undefined;

  const directory = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
  const context = project.name === 'e2e' ? MANY_MESSAGES : {};

  const start = async () => {
    const assembly = await getAssembly(context);
    return startLocalCloud({ port: 0, directory, seed: false, context, assembly });
  };

  // Unpacking the browser takes 4 s of CPU, starting the cloud about 10 s.
  const prepareBrowser = async () => (engine === 'chromium' ? shareBrowser() : () => {});
  const [removeBrowser, cloud] = await Promise.all([prepareBrowser(), start()]);
  project.provide('url', cloud.url);
  project.provide('pages', join(directory, 'web'));

  return async () => {
    await cloud.close();
    removeBrowser();
    rmSync(directory, { recursive: true, force: true });
  };
}
