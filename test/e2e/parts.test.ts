import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { BYTES_PER_MB, MULTIPART_PART_BYTES } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { type Cargo, packArchive, sha256 } from './cargo.ts';
import { expectGoodScreen, register, shownDepth } from './diver.ts';
import { Sluice } from './sluice.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

/** Seven parts of 16 MB, and one that is half as large. */
const CONTENT_BYTES = 120 * BYTES_PER_MB;
const PARTS = 8;

let browser: LaunchedBrowser;
let page: Page;
let folder: string;
let cargo: Cargo;
let sluice: Sluice;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fathom-parts-'));
  [browser, cargo] = await Promise.all([launchBrowser(), packArchive(folder, `survey ${mark}.zip`, CONTENT_BYTES)]);
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('dialog', (dialog) => void dialog.accept());
  await register(page, url, 'Nils Havgard');
  sluice = await Sluice.across(page);
});

afterAll(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function choose(): Promise<void> {
  await page.goto(`${url}/upload`);
  await page.locator('input[type=file]').setInputFiles(cargo.path);
}

/** How much of the file the store holds, in whole percent. */
function percentThere(): number {
  const bytes = sluice.arrived.map((part) =>
    Math.min(MULTIPART_PART_BYTES, cargo.bytes - (part - 1) * MULTIPART_PART_BYTES),
  );
  return Math.floor((bytes.reduce((sum, size) => sum + size, 0) / cargo.bytes) * 100);
}

/** What the browser remembers of uploads. */
const remembered = () => page.evaluate('localStorage.getItem("fathom.uploads")');

describe('a large file', () => {
  it('goes up in parts, and rests when it is told to', async () => {
    await choose();
    await page.getByRole('button', { name: 'Upload File' }).click();
    sluice.open(3);
    await expect.poll(() => sluice.arrived).toHaveLength(3);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. It goes on where it stopped.').first().waitFor();
    await expectGoodScreen(page, 'upload-paused');
  });

  it('goes on, and waits for a lost connection', async () => {
    await sluice.flush();
    await page.getByRole('button', { name: 'Resume' }).click();
    sluice.open(1);
    await expect.poll(() => sluice.arrived).toHaveLength(4);

    await page.context().setOffline(true);
    await sluice.flush();
    await page.getByText('No connection. The upload goes on by itself when it is back.').first().waitFor();
    await page.context().setOffline(false);
    sluice.open(1);
    await expect.poll(() => sluice.arrived).toHaveLength(5);
  });

  it('goes on after the page was loaded anew, and sends no part again that had arrived', async () => {
    await page.reload();
    await sluice.flush();
    const percent = percentThere();
    await page
      .getByText(`An upload of ${cargo.name} stopped at ${percent}%. Pick the same file to go on, or discard it.`)
      .waitFor();
    await expectGoodScreen(page, 'upload-stopped');
    await page.locator('input[type=file]').setInputFiles(cargo.path);
    await page.getByText(`It goes on where it stopped: ${percent}% are there already.`).waitFor();
    await expectGoodScreen(page, 'upload-goes-on');

    const there = [...sluice.arrived];
    sluice.begun.length = 0;
    sluice.open(PARTS);
    await page.getByRole('button', { name: 'Resume Upload' }).click();
    await page.waitForURL('**/files');
    expect(sluice.begun.filter((part) => there.includes(part))).toEqual([]);
    expect(sluice.arrived.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is whole, lifts its uploader by all of it, and leaves nothing behind', async () => {
    const depth = toMetres(depthOf({ contributedBytes: cargo.bytes, purchasedCm: 0 }));
    await expect.poll(() => shownDepth(page)).toBe(depth);
    const link = page.getByRole('link', { name: `Download ${cargo.name}` });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(sha256(await answer.body())).toBe(cargo.sha256);
    expect(await remembered()).toBeNull();
  });

  it('is given up when one says so twice, in the store too', async () => {
    await sluice.flush();
    sluice.arrived.length = 0;
    await choose();
    await page.getByRole('button', { name: 'Upload File' }).click();
    sluice.open(1);
    await expect.poll(() => sluice.arrived).toHaveLength(1);
    expect(await remembered()).toContain(cargo.name);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    const question = page.getByRole('dialog', { name: `Cancel the upload of ${cargo.name}?` });
    await question.waitFor();
    const aborted = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/api/files/multipart'),
    );
    await question.getByRole('button', { name: 'Cancel upload' }).click();
    expect((await aborted).status()).toBe(200);
    await page.getByRole('button', { name: 'Upload File' }).waitFor();
    expect(await page.getByText('It goes on where it stopped').count()).toBe(0);
    expect(await remembered()).toBeNull();
  });
});
