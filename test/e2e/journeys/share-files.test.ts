import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { depthOf, toMetres } from '../../../shared/depth/depth.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { recordedDepth } from '../support/api-calls.ts';
import { invalidateSession, openPage, shownDepth } from '../support/member-browser.ts';
import { createSampleFiles, type SampleFile, sha256 } from '../support/sample-uploads.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const email = `${mark}@fathom.example`;
const password = 'first-dive-1';

let browser: LaunchedBrowser;
let page: Page;
let folder: string;
let cargo: SampleFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fathom-dive-'));
  [browser, cargo] = await Promise.all([launchBrowser(), createSampleFiles(folder, mark)]);
  page = await openPage(browser.browser);
  // The archive is 60 MB.
  page.setDefaultTimeout(60_000);
});

afterAll(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const cardOf = ({ name }: SampleFile) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

/** The names of the listed files that are ours, in order. */
const listed = async () =>
  (await page.getByRole('heading', { level: 3 }).allTextContents()).filter((name) => name.includes(mark));

const namesOf = (...kinds: string[]) => kinds.map((kind) => kind.replace('.', ` ${mark}.`));

describe('a first dive', () => {
  it('begins at home', async () => {
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome to Fathom' }).waitFor();
  });

  it('finds the members-only part closed, and the way to the login', async () => {
    await page.goto(`${url}/files?sort=size`);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
  });

  it('is refused with a plain sentence while the passwords differ', async () => {
    await page.goto(`${url}/register`);
    await page.getByLabel('Username').fill('Nerea Tidewater');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(`${password}2`);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Passwords do not match').waitFor();
  });

  it('registers, and stands on the dashboard at 0 metres', async () => {
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Welcome, Nerea Tidewater' }).waitFor();
    await page.getByText('Depth: 0.00m', { exact: true }).waitFor();
    expect(await shownDepth(page)).toBe(0);
  });

  it('is still signed in when the page is loaded again', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome, Nerea Tidewater' }).waitFor();
  });

  it('takes no file of a forbidden type', async () => {
    await page.getByRole('link', { name: 'Upload Files' }).click();
    await page.getByText('Drag & drop a file here, or click to select').waitFor();
    await page.getByText('Maximum file size: 1000MB', { exact: true }).waitFor();
    const program = { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') };
    await page.locator('input[type=file]').setInputFiles(program);
    await page.getByText('Only images, video, audio, PDF, plain text and zip files can be uploaded.').waitFor();
  });

  it('rises by every upload, exactly to the micrometre', async () => {
    let contributedBytes = 0;
    for (const file of cargo) {
      await page.getByRole('link', { name: 'Upload', exact: true }).click();
      await page.locator('input[type=file]').setInputFiles(file.path);
      await page.getByLabel('Description').fill(`What I found: ${file.name}`);
      await page.getByRole('button', { name: 'Upload File' }).click();
      await page.waitForURL('**/files');
      await page.getByText(`${file.name} is in the ocean.`).waitFor();

      contributedBytes += file.bytes;
      const depth = toMetres(depthOf({ contributedBytes, purchasedCm: 0 }));
      await expect.poll(() => shownDepth(page)).toBe(depth);
      expect(await recordedDepth(page)).toBe(depth);
    }
  });

  it('finds everything listed, newest first, and shows what it is', async () => {
    await expect.poll(listed).toEqual(namesOf('survey.zip', 'manta.mp4', 'dive log.pdf', 'coral.png'));
    for (const [place, kind] of ['image', 'pdf', 'video', 'archive'].entries()) {
      await cardOf(cargo[place]!).locator(`[data-kind=${kind}]`).waitFor();
    }
    await page.getByText(`What I found: ${cargo[0]?.name}`).waitFor();
  });

  it('searches, filters and sorts, and keeps all three in the address', async () => {
    await page.getByPlaceholder('Search files...').fill(mark.toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/files?q=${mark.toUpperCase()}`);
    await expect.poll(listed).toHaveLength(cargo.length);

    await page.getByLabel('Sort by').selectOption('Largest Size');
    await page.waitForURL(/sort=size/);
    await expect.poll(listed).toEqual(namesOf('survey.zip', 'manta.mp4', 'coral.png', 'dive log.pdf'));

    await page.getByRole('radio', { name: 'Images' }).check();
    await page.waitForURL(/type=image%2F/);
    await expect.poll(listed).toEqual(namesOf('coral.png'));
    await page.reload();
    await expect.poll(listed).toEqual(namesOf('coral.png'));

    await page.getByRole('button', { name: 'Load All Files' }).click();
    expect(await page.getByRole('radio', { name: 'All Files' }).isChecked()).toBe(true);
    await expect.poll(listed).toHaveLength(cargo.length);
  });

  it('downloads every file as it was', async () => {
    for (const file of cargo) {
      const link = cardOf(file).getByRole('link', { name: /^Download/ });
      expect(await link.getAttribute('target')).toBe('_blank');
      const answer = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(answer.status(), file.name).toBe(200);
      expect(sha256(await answer.body()), file.name).toBe(file.sha256);
    }
  });

  it('sees the newest files and its own stats on the dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Recent Files' }).waitFor();
    // The highest five at or below: one's own are among them, unless others have published as many from higher up.
    const shown = page.locator('section', { hasText: 'Recent Files' }).locator('.file-card');
    await expect.poll(async () => (await listed()).length > 0 || (await shown.count()) === 5).toBe(true);
  });

  it('keeps its place when the session ends, and comes back to it', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await expect.poll(listed).toHaveLength(cargo.length);
    await invalidateSession(page);
    await page.getByRole('button', { name: 'Refresh Files' }).click();
    await page.getByText('Please sign in to view files.').waitFor();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL('**/files');
    await expect.poll(listed).toHaveLength(cargo.length);
  });

  it('deletes a file when the member confirms it, and lowers them by its depth', async () => {
    const before = await shownDepth(page);
    await page.getByRole('button', { name: `Delete ${cargo[0]?.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardOf(cargo[0]!).waitFor({ state: 'detached' });
    await expect.poll(() => shownDepth(page)).toBeLessThan(before);
    expect(await recordedDepth(page)).toBe(await shownDepth(page));
  });

  it('ends with a logout, after which the way in is the login again', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await page.goto(`${url}/upload`);
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL('**/upload');
    await page.getByText('Drag & drop a file here, or click to select').waitFor();
  });

  it('meets the end of the ocean on an address that is none', async () => {
    await page.goto(`${url}/atlantis`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByText("Looks like you've ventured too deep into the ocean.").waitFor();
    await page.getByRole('link', { name: 'Return to Surface' }).click();
    await page.getByRole('heading', { name: 'Welcome to Fathom' }).waitFor();
  });
});
