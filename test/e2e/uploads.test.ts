import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng } from '../support/sample-files.ts';
import { fetchMemberId, uploadFile } from './support/api-calls.ts';
import { openMember } from './support/member-browser.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openMember(browser.browser, `Mona ${mark}`);
  ownId = await fetchMemberId(page);
  await uploadFile(page, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
  await page.goto(`${url}/files`);
});

afterAll(() => browser?.close());

describe('file explorer', () => {
  it('shows an error and closes the tab when a download fails', async () => {
    await page.route(/\/api\/files\/view$/, (route) => route.abort());
    const tab = page.waitForEvent('popup');
    await page.getByRole('link', { name: `Download ${mark}.txt` }).click();
    await page.getByRole('alert').getByText("This file couldn't be opened.").waitFor();
    await expect.poll(async () => (await tab).isClosed()).toBe(true);
    await page.unroute(/\/api\/files\/view$/);
  });
});

describe('uploader', () => {
  it('accepts one file at a time', async () => {
    await page.goto(`${url}/upload`);
    await page.locator('.drop-zone').waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ['a.txt', 'b.txt']) dataTransfer.items.add(new File(['tide'], name, { type: 'text/plain' }));
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector('.drop-zone').dispatchEvent(drop);
    }`);
    await page.getByText('Please choose one file at a time.').waitFor();
    expect(await page.locator('input[type=file]').getAttribute('multiple')).toBeNull();
  });

  it('prevents the browser from opening a file that misses the drop zone', async () => {
    const isPrevented = (type: string, field: string) =>
      page.evaluate<boolean>(`{
        const dataTransfer = new DataTransfer();
        ${field};
        !document.body.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer }));
      }`);
    const file = `dataTransfer.items.add(new File(['tide'], 'a.txt', { type: 'text/plain' }))`;
    expect(await isPrevented('dragover', file)).toBe(true);
    expect(await isPrevented('drop', file)).toBe(true);
    expect(await isPrevented('drop', `dataTransfer.setData('text/plain', 'tide')`)).toBe(false);
  });

  it('shows the error of a failed upload until another file is chosen', async () => {
    const choose = (name: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('tide') });
    await page.route(/\/api\/files\/upload$/, (route) => route.abort());
    await choose('low.txt');
    await page.getByRole('button', { name: 'Upload File' }).click();
    const error = page.getByText('Upload failed:');
    await error.waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await error.waitFor({ state: 'detached' });
    await choose('high.txt');
    await page.getByText('high.txt').waitFor();
    expect(await error.count()).toBe(0);
    await page.unroute(/\/api\/files\/upload$/);
  });

  it('cannot be cancelled once all bytes are sent, and shows the success message once', async () => {
    const release = await holdRequests(page, /\/api\/files\/save-metadata$/);
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('Bringing it to the surface…').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel upload' }).count()).toBe(0);
    release();
    const successMessage = page.getByText('high.txt is in the ocean.');
    await successMessage.waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'high.txt' }).waitFor();
    expect(await successMessage.count()).toBe(0);
  });
});

describe('photo dialog', () => {
  it('shows the upload progress in percent', async () => {
    await page.goto(`${url}/profile/${ownId}`);
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: createPng(50_000) });
    const release = await holdRequests(page, /X-Amz-/);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload Photo' }).click();
    await page.getByRole('button', { name: /^Uploading\.\.\. \d+%$/ }).waitFor();
    await page
      .getByRole('progressbar', { name: 'Photo upload' })
      .getByText(/^\d+%$/)
      .waitFor();
    release();
    await page.locator('dialog').waitFor({ state: 'detached' });
  });
});

describe('upload screen', () => {
  it('explains uploads, prefills the description, and shows why an upload failed', async () => {
    const tab = await openMember(browser.browser, `Porter ${mark}`);
    await tab.goto(`${url}/upload`);
    await tab.getByText('Drag & drop a file here, or click to select').waitFor();
    const cards = ['Depth calculation', 'File visibility', 'File guidelines'];
    for (const name of cards) await tab.getByRole('heading', { level: 2, name }).waitFor();
    await tab.getByText('up to 1000MB each. No illegal or harmful content.').waitFor();
    await tab
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    expect(await tab.getByLabel('Description').inputValue()).toMatch(/^Uploaded on \w+ \d+, \d{4}$/);
    for (const [requestUrl, response, error] of [
      [/\/api\/files\/upload$/, { status: 502, body: 'Bad Gateway' }, 'Upload failed: Failed to get upload URL'],
      [
        /X-Amz-/,
        { status: 500, body: '<Message>Full</Message>' },
        /^Upload failed: Failed to upload to S3: .+ - Full$/,
      ],
    ] as const) {
      const headers = { 'access-control-allow-origin': '*' };
      await tab.route(requestUrl, (route) => route.fulfill({ ...response, headers }));
      await tab.getByRole('button', { name: 'Upload File' }).click();
      await tab.getByRole('alert').getByText(error).waitFor();
      await tab.unroute(requestUrl);
    }
    const release = await holdRequests(tab, /X-Amz-/);
    await tab.getByRole('button', { name: 'Upload File' }).click();
    await tab.getByRole('progressbar', { name: 'Uploading a.txt' }).waitFor();
    await tab.locator('.upload-progress__line strong', { hasText: /^\d+%$/ }).waitFor();
    release();
    await tab.waitForURL('**/files');
    await tab.context().close();
  });
});
