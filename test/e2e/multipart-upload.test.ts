/** Tests of uploads in parts in the browser: paused, interrupted, reloaded, and cancelled. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { BYTES_PER_MB, MULTIPART_PART_BYTES } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openPage, readShownDepth, register } from './support/member-browser.ts';
import { createArchive, type SampleFile, sha256 } from './support/sample-uploads.ts';
import { checkScreen } from './support/screen-check.ts';
import { UploadGate } from './support/upload-gate.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

/** Size of the archive's content, in bytes: seven parts of 16 MB and one of 8 MB. */
const CONTENT_BYTES = 120 * BYTES_PER_MB;
const PART_COUNT = 8;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let folder: string;
let archive: SampleFile;
let gate: UploadGate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fathom-parts-'));
  [launchedBrowser, archive] = await Promise.all([
    launchBrowser(),
    createArchive(folder, `survey ${mark}.zip`, CONTENT_BYTES),
  ]);
  page = await openPage(launchedBrowser.browser);
  // The browser asks before a reload interrupts the upload.
  page.on('dialog', (dialog) => void dialog.accept());
  await register(page, url, 'Nils Havgard');
  gate = await UploadGate.install(page);
});

afterAll(async () => {
  await launchedBrowser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Opens the upload screen, and chooses the archive. */
async function openUploadWithArchive(): Promise<void> {
  await page.goto(`${url}/upload`);
  await page.locator('input[type=file]').setInputFiles(archive.path);
}

/** Waits until S3 has stored this many parts. */
const waitForStoredParts = (count: number) => expect.poll(() => gate.storedParts).toHaveLength(count);

/** Returns the stored share of the file, in whole percent. */
function computeStoredPercent(): number {
  const partSizes = gate.storedParts.map((partNumber) =>
    Math.min(MULTIPART_PART_BYTES, archive.size - (partNumber - 1) * MULTIPART_PART_BYTES),
  );
  return Math.floor((partSizes.reduce((sum, size) => sum + size, 0) / archive.size) * 100);
}

/** Returns the unfinished uploads in local storage, or null. */
const readRememberedUploads = () => page.evaluate('localStorage.getItem("fathom.uploads")');

// The tests depend on their order: all but the last one continue the same upload.
describe('multipart upload', () => {
  it('sends a large file in parts and can be paused', async () => {
    await openUploadWithArchive();
    await page.getByRole('button', { name: 'Upload File' }).click();
    gate.allow(3);
    await waitForStoredParts(3);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. It will resume where it left off.').first().waitFor();
    await checkScreen(page, 'upload-paused');
  });

  it('resumes, and waits while there is no connection', async () => {
    await gate.releaseAll();
    await page.getByRole('button', { name: 'Resume' }).click();
    gate.allow(1);
    await waitForStoredParts(4);

    await page.context().setOffline(true);
    await gate.releaseAll();
    await page.getByText("No connection. The upload will resume when you're back online.").first().waitFor();

    await page.context().setOffline(false);
    gate.allow(1);
    await waitForStoredParts(5);
  });

  it('resumes after a reload without sending stored parts again', async () => {
    await page.reload();
    await gate.releaseAll();

    const percent = computeStoredPercent();
    await page
      .getByText(`The upload of ${archive.name} stopped at ${percent}%. Choose the same file to resume, or discard it.`)
      .waitFor();
    await checkScreen(page, 'upload-stopped');

    await page.locator('input[type=file]').setInputFiles(archive.path);
    await page.getByText(`It will resume where it left off: ${percent}% is already uploaded.`).waitFor();
    await checkScreen(page, 'upload-resumes');

    const partsBefore = [...gate.storedParts];
    gate.startedParts.length = 0;
    gate.allow(PART_COUNT);
    await page.getByRole('button', { name: 'Resume Upload' }).click();
    await page.waitForURL('**/files');

    expect(gate.startedParts.filter((partNumber) => partsBefore.includes(partNumber))).toEqual([]);
    expect(gate.storedParts.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: PART_COUNT }, (_, index) => index + 1),
    );
  });

  it('stores the original bytes and raises the depth by the size of the file', async () => {
    const depth = toMetres(computeDepth({ contributedBytes: archive.size, purchasedCm: 0 }));
    await expect.poll(() => readShownDepth(page)).toBe(depth);

    const downloadUrl = await page.getByRole('link', { name: `Download ${archive.name}` }).getAttribute('href');
    expect(downloadUrl).not.toBeNull();

    const response = await page.request.get(downloadUrl!);
    expect(sha256(await response.body())).toBe(archive.sha256);
    expect(await readRememberedUploads()).toBeNull();
  });

  it('aborts the upload in S3 when the member confirms the cancellation', async () => {
    await gate.releaseAll();
    gate.storedParts.length = 0;
    await openUploadWithArchive();
    await page.getByRole('button', { name: 'Upload File' }).click();
    gate.allow(1);
    await waitForStoredParts(1);
    expect(await readRememberedUploads()).toContain(archive.name);

    await page.getByRole('button', { name: 'Cancel upload' }).click();
    const confirmation = page.getByRole('dialog', { name: `Cancel the upload of ${archive.name}?` });
    await confirmation.waitFor();
    const abortResponse = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().endsWith('/api/files/multipart'),
    );

    await confirmation.getByRole('button', { name: 'Cancel upload' }).click();
    expect((await abortResponse).status()).toBe(200);

    await page.getByRole('button', { name: 'Upload File' }).waitFor();
    expect(await page.getByText('It will resume where it left off').count()).toBe(0);
    expect(await readRememberedUploads()).toBeNull();
  });
});
