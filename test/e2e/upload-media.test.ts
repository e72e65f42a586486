/** Tests of uploading pictures and videos with real bytes: hidden details are removed before the upload. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { contract } from '../../shared/contract/contract.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { cleanBytes } from '../support/media-corpus/clean-bytes.ts';
import { createJpegSamples } from '../support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../support/media-corpus/media-sample.ts';
import { callApi, hideRenditions } from './support/api-calls.ts';
import { openMember } from './support/member-browser.ts';
import { RECORD_VIDEO } from './support/record-video.ts';
import { sha256 } from './support/sample-uploads.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Pia ${mark}`);
});

afterAll(() => launchedBrowser?.close());

/** Chooses files on the upload screen. */
const chooseFiles = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
  await page.goto(`${url}/upload`);
  await page.locator('input[type=file]').setInputFiles(files);
};

/** Returns the body of the page's next request to an endpoint. */
const readNextRequest = async (path: string) =>
  (await page.waitForRequest((request) => request.url().endsWith(`/api/files/${path}`))).postDataJSON();

/** Returns a file of this test from the list of all files. */
async function fetchFile(name: string) {
  const { files } = await callApi<Response<typeof contract.files.list>>(page, 'POST', '/files/list', { q: mark });
  return files.find(({ fileName }) => fileName === name);
}

describe('upload of a picture with hidden details', () => {
  it('sends the bytes without these details, and a description of the picture', async () => {
    const { bytes } = (await createJpegSamples()).find(({ name }) => name === 'JPEG with everything')!;
    const { cleaned } = await cleanBytes(bytes, 'image/jpeg');

    expect(Buffer.from(bytes).includes(SECRET)).toBe(true);
    expect(Buffer.from(cleaned).includes(SECRET)).toBe(false);

    const name = `wreck ${mark}.jpg`;
    await chooseFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
    await page.getByText('Location removed').waitFor();
    await page.getByLabel('Describe the picture').fill('A wreck in green light');

    const uploadRequest = readNextRequest('upload');
    const saveRequest = readNextRequest('save-metadata');
    await page.getByRole('button', { name: 'Upload File' }).click();

    // The bucket accepts only bytes with this checksum.
    expect(await uploadRequest).toMatchObject({
      fileSize: cleaned.length,
      checksum: Buffer.from(sha256(cleaned), 'hex').toString('base64'),
    });
    expect(await saveRequest).toMatchObject({ altText: 'A wreck in green light' });

    await page.getByText(`${name} is shared.`).waitFor();
    expect(await fetchFile(name)).toMatchObject({ size: cleaned.length });
  });

  it('keeps camera data on request, but never the position', async () => {
    const { bytes } = (await createJpegSamples())[0]!;
    const { cleaned } = await cleanBytes(bytes, 'image/jpeg', { keepCameraData: true });
    const name = `kelp ${mark}.jpg`;

    await chooseFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
    await page.getByLabel('Keep camera data').check();
    await page.getByText('Location removed').waitFor();

    const uploadRequest = readNextRequest('upload');
    await page.getByRole('button', { name: 'Upload File' }).click();
    expect(await uploadRequest).toMatchObject({ fileSize: cleaned.length });

    await page.getByText(`${name} is shared.`).waitFor();
  });
});

describe('upload of a video', () => {
  it('sends a frame of the video, which the card shows without a reload', async () => {
    await page.goto(`${url}/upload`);
    const video = Buffer.from(await page.evaluate<string>(RECORD_VIDEO), 'base64');
    const name = `manta ${mark}.webm`;

    await chooseFiles({ name, mimeType: 'video/webm', buffer: video });
    await page.locator('.chosen-thumbnail img').waitFor();
    // Simulates a server that is still rendering the frame.
    await hideRenditions(page);
    await page.getByRole('button', { name: 'Upload File' }).click();

    const card = page.getByRole('listitem', { name, exact: true });
    await card.locator('.file-thumbnail svg').waitFor();
    await page.unroute(/\/api\/files\/list$/);

    const picture = card.locator('.file-thumbnail img');
    await picture.waitFor();

    // The types of tests don't include the browser's elements.
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect((await fetchFile(name))?.media?.placeholder).toEqual(expect.any(String));
  });
});
