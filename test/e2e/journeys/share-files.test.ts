/** A new member registers, shares files, downloads them, and deletes one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { fetchDepth } from '../support/api-calls.ts';
import {
  invalidateSession,
  logIn,
  logOut,
  openPage,
  type Registration,
  readShownDepth,
} from '../support/member-browser.ts';
import { createSampleFiles, type SampleFile, sha256 } from '../support/sample-uploads.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

const account: Registration = {
  username: 'Nerea Tidewater',
  email: `${mark}@fathom.example`,
  password: 'first-dive-1',
};

let launchedBrowser: LaunchedBrowser;
let page: Page;
let folder: string;
let sampleFiles: SampleFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fathom-uploads-'));
  [launchedBrowser, sampleFiles] = await Promise.all([launchBrowser(), createSampleFiles(folder, mark)]);
  page = await openPage(launchedBrowser.browser);
});

afterAll(async () => {
  await launchedBrowser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const fileCard = ({ name }: SampleFile) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

/** Returns the names of this test's files in the list, in their order. */
const readListedNames = async () =>
  (await page.getByRole('heading', { level: 3 }).allTextContents()).filter((name) => name.includes(mark));

/** Returns the names of the sample files in this test, from "coral.png" to "coral <mark>.png". */
const buildNames = (...kinds: string[]) => kinds.map((kind) => kind.replace('.', ` ${mark}.`));

// The tests run in order: they are the first visit of one member.
describe('new member', () => {
  it('sees the home page', async () => {
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome to Fathom' }).waitFor();
  });

  it('redirects a visitor from a protected route to the login page', async () => {
    await page.goto(`${url}/files?sort=size`);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
  });

  it('sees an error when the passwords differ', async () => {
    await page.goto(`${url}/register`);
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(`${account.password}2`);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Passwords do not match').waitFor();
  });

  it('registers and sees the dashboard with a depth of 0 m', async () => {
    await page.getByLabel('Confirm Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
    await page.getByText('Depth: 0.00m', { exact: true }).waitFor();

    expect(await readShownDepth(page)).toBe(0);
  });

  it('stays signed in after a reload', async () => {
    await page.reload();
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('sees an error for a file of a forbidden type', async () => {
    await page.getByRole('link', { name: 'Upload Files' }).click();
    await page.getByText('Drag & drop a file here, or click to select').waitFor();
    await page.getByText('Maximum file size: 1000MB', { exact: true }).waitFor();

    const program = { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') };
    await page.locator('input[type=file]').setInputFiles(program);
    await page.getByText('Only images, video, audio, PDF, plain text and zip files can be uploaded.').waitFor();
  });

  it('rises with every upload by exactly its size', async () => {
    let contributedBytes = 0;

    for (const file of sampleFiles) {
      await page.getByRole('link', { name: 'Upload', exact: true }).click();
      await page.locator('input[type=file]').setInputFiles(file.path);
      await page.getByLabel('Description').fill(`What I found: ${file.name}`);
      await page.getByRole('button', { name: 'Upload File' }).click();
      await page.waitForURL('**/files');
      await page.getByText(`${file.name} is shared.`).waitFor();

      contributedBytes += file.size;
      const depth = toMetres(computeDepth({ contributedBytes, purchasedCm: 0 }));

      await expect.poll(() => readShownDepth(page)).toBe(depth);
      expect(await fetchDepth(page)).toBe(depth);
    }
  });

  it('sees the uploads with their kind and description, newest first', async () => {
    await expect.poll(readListedNames).toEqual(buildNames('survey.zip', 'manta.mp4', 'dive log.pdf', 'coral.png'));
    for (const [place, kind] of ['image', 'pdf', 'video', 'archive'].entries()) {
      await fileCard(sampleFiles[place]!).locator(`[data-kind=${kind}]`).waitFor();
    }

    await page.getByText(`What I found: ${sampleFiles[0]?.name}`).waitFor();
  });

  it('keeps search, filter, and sorting of files in the URL', async () => {
    await page.getByPlaceholder('Search files...').fill(mark.toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/files?q=${mark.toUpperCase()}`);
    await expect.poll(readListedNames).toHaveLength(sampleFiles.length);

    await page.getByLabel('Sort by').selectOption('Largest Size');
    await page.waitForURL(/sort=size/);
    await expect.poll(readListedNames).toEqual(buildNames('survey.zip', 'manta.mp4', 'coral.png', 'dive log.pdf'));

    await page.getByRole('radio', { name: 'Images' }).check();
    await page.waitForURL(/type=image%2F/);
    await expect.poll(readListedNames).toEqual(buildNames('coral.png'));

    await page.reload();
    await expect.poll(readListedNames).toEqual(buildNames('coral.png'));

    await page.getByRole('button', { name: 'Load All Files' }).click();
    expect(await page.getByRole('radio', { name: 'All Files' }).isChecked()).toBe(true);
    await expect.poll(readListedNames).toHaveLength(sampleFiles.length);
  });

  it('downloads every file with its original bytes', async () => {
    // A new page of files has all download URLs. In a list of all files, a file gets its URL only when it is opened.
    await page.goto(new URL('/files', page.url()).href);
    await expect.poll(readListedNames).toHaveLength(sampleFiles.length);

    for (const file of sampleFiles) {
      const link = fileCard(file).getByRole('link', { name: /^Download/ });
      expect(await link.getAttribute('target')).toBe('_blank');

      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(response.status(), file.name).toBe(200);
      expect(sha256(await response.body()), file.name).toBe(file.sha256);
    }
  });

  it('sees recent files on the dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Recent Files' }).waitFor();
    // The list has the five highest files. Own files are missing if other tests published five from higher up.
    const recentCards = page.locator('section', { hasText: 'Recent Files' }).locator('.file-card');

    await expect.poll(async () => (await readListedNames()).length > 0 || (await recentCards.count()) === 5).toBe(true);
  });

  it('signs in again after the session expires and returns to the same screen', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await expect.poll(readListedNames).toHaveLength(sampleFiles.length);

    await invalidateSession(page);
    // A request in flight may detect the end of the session first. Then the message replaces the button.
    const prompt = page.getByText('Please sign in to view files.');
    await page.getByRole('button', { name: 'Refresh Files', disabled: false }).or(prompt).first().click();
    await prompt.waitFor();

    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, account);
    await page.waitForURL('**/files');

    await expect.poll(readListedNames).toHaveLength(sampleFiles.length);
  });

  it('deletes a file after confirmation, which lowers the depth', async () => {
    const depthBefore = await readShownDepth(page);
    await page.getByRole('button', { name: `Delete ${sampleFiles[0]?.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await fileCard(sampleFiles[0]!).waitFor({ state: 'detached' });

    await expect.poll(() => readShownDepth(page)).toBeLessThan(depthBefore);
    expect(await fetchDepth(page)).toBe(await readShownDepth(page));
  });

  it('redirects to the login page after logout, and back after login', async () => {
    await logOut(page);
    await page.waitForURL('**/login');
    await page.goto(`${url}/upload`);
    await page.waitForURL('**/login');

    await logIn(page, account);
    await page.waitForURL('**/upload');
    await page.getByText('Drag & drop a file here, or click to select').waitFor();
  });

  it('sees the 404 page on an unknown URL', async () => {
    await page.goto(`${url}/atlantis`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByText("Looks like you've ventured too deep into the ocean.").waitFor();

    await page.getByRole('link', { name: 'Return to Surface' }).click();
    await page.getByRole('heading', { name: 'Welcome to Fathom' }).waitFor();
  });
});
