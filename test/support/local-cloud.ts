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

/** Raises the limits on actions, because some screens send more messages a minute than a new member may. */
const MANY_MESSAGES = { conductLimitPercent: 1000 };

/** Global setup: starts a local cloud with pages for the browser tests, on free ports, and unpacks the browser. */
export default async function provideLocalCloud(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const engine = selectEngine(project.config.env);
  // Without the engine, the runner skips all tests, so none needs the cloud.
  if (findMissingPart(engine)) return undefined;

  const directory = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
  const cdkContext = project.name === 'e2e' ? MANY_MESSAGES : {};

  const startCloud = async () => {
    const assembly = await getAssembly(cdkContext);
    return startLocalCloud({ port: 0, directory, seed: false, context: cdkContext, assembly });
  };

  // Unpacking the browser takes 4 s of CPU, starting the cloud about 10 s. So both run concurrently.
  const prepareBrowser = async () => (engine === 'chromium' ? shareBrowser() : () => {});
  const [removeBrowser, cloud] = await Promise.all([prepareBrowser(), startCloud()]);
  project.provide('url', cloud.url);
  project.provide('pages', join(directory, 'web'));

  return async () => {
    await cloud.close();
    removeBrowser();
    rmSync(directory, { recursive: true, force: true });
  };
}
