import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { BYTES_PER_MB, MULTIPART_PART_BYTES } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openPage, register, shownDepth } from './support/member-browser.ts';
import { createArchive, type SampleFile, sha256 } from './support/sample-uploads.ts';
import { checkScreen } from './support/screen-check.ts';
import { UploadGate } from './support/upload-gate.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

/** Seven parts of 16 MB, and one that is half as large. */
const CONTENT_BYTES = 120 * BYTES_PER_MB;
const PARTS = 8;

/** The time limit for 16 MB parts and the final file, in milliseconds: a busy machine stores one in seconds. */
const UPLOAD_TIMEOUT_MS = 60_000;

let browser: LaunchedBrowser;
let page: Page;
let folder: string;
let cargo: SampleFile;
let gate: UploadGate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fathom-parts-'));
  [browser, cargo] = await Promise.all([launchBrowser(), createArchive(folder, `survey ${mark}.zip`, CONTENT_BYTES)]);
  page = await openPage(browser.browser);
  page.setDefaultTimeout(UPLOAD_TIMEOUT_MS);
  page.on('dialog', (dialog) => void dialog.accept());
  await register(page, url, 'Nils Havgard');
  gate = await UploadGate.install(page);
});

afterAll(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function choose(): Promise<void> {
  await page.goto(`${url}/upload`);
  await page.locator('input[type=file]').setInputFiles(cargo.path);
}

/** Waits until the store has accepted this many parts. */
const expectArrived = (count: number) =>
  expect.poll(() => gate.arrived, { timeout: UPLOAD_TIMEOUT_MS }).toHaveLength(count);

/** How much of the file the store holds, in whole percent. */
function percentThere(): number {
  const bytes = gate.arrived.map((part) =>
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
    gate.open(3);
    await expectArrived(3);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. It goes on where it stopped.').first().waitFor();
    await checkScreen(page, 'upload-paused');
  });

  it('goes on, and waits for a lost connection', async () => {
    await gate.flush();
    await page.getByRole('button', { name: 'Resume' }).click();
    gate.open(1);
    await expectArrived(4);

    await page.context().setOffline(true);
    await gate.flush();
    await page.getByText('No connection. The upload goes on by itself when it is back.').first().waitFor();
    await page.context().setOffline(false);
    gate.open(1);
    await expectArrived(5);
  });

  it('goes on after the page was loaded anew, and sends no part again that had arrived', async () => {
    await page.reload();
    await gate.flush();
    const percent = percentThere();
    await page
      .getByText(`An upload of ${cargo.name} stopped at ${percent}%. Pick the same file to go on, or discard it.`)
      .waitFor();
    await checkScreen(page, 'upload-stopped');
    await page.locator('input[type=file]').setInputFiles(cargo.path);
    await page.getByText(`It goes on where it stopped: ${percent}% are there already.`).waitFor();
    await checkScreen(page, 'upload-resumes');

    const there = [...gate.arrived];
    gate.begun.length = 0;
    gate.open(PARTS);
    await page.getByRole('button', { name: 'Resume Upload' }).click();
    await page.waitForURL('**/files');
    expect(gate.begun.filter((part) => there.includes(part))).toEqual([]);
    expect(gate.arrived.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
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
    await gate.flush();
    gate.arrived.length = 0;
    await choose();
    await page.getByRole('button', { name: 'Upload File' }).click();
    gate.open(1);
    await expectArrived(1);
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
