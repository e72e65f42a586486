/** Tests of the upload screen in the browser. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openMember } from './support/member-browser.ts';
import { holdRequests } from './support/slow-network.ts';
import { chooseFile, PRESIGNED_URL, UPLOAD_API_URL } from './support/upload-screen.ts';

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Porter ${randomUUID().slice(0, 8)}`);
  await page.goto(`${inject('url')}/upload`);
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because the second one chooses the file that the later ones upload.
describe('upload screen', () => {
  const UPLOAD_FAILURES = [
    [UPLOAD_API_URL, { status: 502, body: 'Bad Gateway' }, 'Upload failed: Failed to get upload URL'],
    [
      PRESIGNED_URL,
      { status: 500, body: '<Message>Full</Message>' },
      /^Upload failed: Failed to upload to S3: .+ - Full$/,
    ],
  ] as const;

  it('explains uploads', async () => {
    await page.getByText('Drag & drop a file here, or click to select').waitFor();
    const cards = ['Depth calculation', 'File visibility', 'File guidelines'];
    for (const name of cards) await page.getByRole('heading', { level: 2, name }).waitFor();
    await page.getByText('up to 1000MB each. No illegal or harmful content.').waitFor();
  });

  it('prefills the description with the date', async () => {
    await chooseFile(page, 'a.txt');
    expect(await page.getByLabel('Description').inputValue()).toMatch(/^Uploaded on \w+ \d+, \d{4}$/);
  });

  it('shows why an upload failed', async () => {
    const headers = { 'access-control-allow-origin': '*' };
    for (const [requestUrl, response, error] of UPLOAD_FAILURES) {
      await page.route(requestUrl, (route) => route.fulfill({ ...response, headers }));
      await page.getByRole('button', { name: 'Upload File' }).click();
      await page.getByRole('alert').getByText(error).waitFor();
      await page.unroute(requestUrl);
    }
  });

  it('shows the progress of an upload in percent', async () => {
    const release = await holdRequests(page, PRESIGNED_URL);
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByRole('progressbar', { name: 'Uploading a.txt' }).waitFor();
    await page.locator('.upload-progress__line strong', { hasText: /^\d+%$/ }).waitFor();

    release();
    await page.waitForURL('**/files');
  });
});
