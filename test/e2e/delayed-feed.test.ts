/**
 * Tests pages while the change feed is paused. The feed updates derived rows and starts other actions after a change of
 * the table. What members see must not wait for it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { getAssembly } from '../support/assemblies.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openOwnProfile, openPage, readShownDepth, register } from './support/member-browser.ts';
import { cardOf, publish } from './support/posts-screen.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-feed-'));
let cloud: LocalCloud;
let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  const assembly = await getAssembly();
  [cloud, launchedBrowser] = await Promise.all([
    startLocalCloud({ port: 0, directory, seed: false, web: inject('pages'), assembly }),
    launchBrowser(),
  ]);
  cloud.changeFeed.faults.isPaused = true;
  page = await openPage(launchedBrowser.browser);
  await register(page, cloud.url, 'Pelagia');
});

afterAll(async () => {
  await launchedBrowser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

// The tests run in order, because the last one looks for the post and the file of the others.
describe('pages while the change feed delivers nothing', () => {
  it('shows a new post to its author immediately and after a reload', async () => {
    await page.goto(`${cloud.url}/dashboard`);
    await publish(page, 'Just surfaced');

    await page.reload();
    await cardOf(page, 'Just surfaced').waitFor();
  });

  it('shows an upload and its metres immediately and after a reload', async () => {
    await page.goto(`${cloud.url}/upload`);
    const buffer = Buffer.from('A strong current.'.repeat(10_000));
    await page.locator('.drop-zone input').setInputFiles({ name: 'current.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Upload File', exact: true }).click();
    await expect.poll(() => readShownDepth(page)).toBeGreaterThan(0);

    await page.goto(`${cloud.url}/files`);
    await page.getByRole('heading', { level: 3, name: 'current.txt' }).waitFor();

    expect(await readShownDepth(page)).toBeGreaterThan(0);
  });

  it('shows a new username immediately, even on older posts and files', async () => {
    await openOwnProfile(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByLabel('Username').fill('Pelagia the Second');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pelagia the Second' }).waitFor();

    await page.goto(`${cloud.url}/dashboard`);
    await cardOf(page, 'Just surfaced').getByText('Pelagia the Second', { exact: true }).waitFor();
    await page.goto(`${cloud.url}/files`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'current.txt' })
      .getByText('Pelagia the Second', { exact: true })
      .waitFor();
  });
});
