import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/sample-files.ts';
import { idOf, uploadFile } from './support/api-calls.ts';
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
  ownId = await idOf(page);
  await uploadFile(page, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
  await page.goto(`${url}/files`);
});

afterAll(() => browser?.close());

describe('the explorer', () => {
  it('says why a file could not be downloaded', async () => {
    await page.route(/\/api\/files\/view$/, (route) => route.abort());
    const tab = page.waitForEvent('popup');
    await page.getByRole('link', { name: `Download ${mark}.txt` }).click();
    await page.getByRole('alert').getByText('This file could not be opened.').waitFor();
    await expect.poll(async () => (await tab).isClosed()).toBe(true);
    await page.unroute(/\/api\/files\/view$/);
  });
});

describe('the uploader', () => {
  it('takes one file at a time', async () => {
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

  it('is not left for a file that misses the drop zone', async () => {
    const refused = (type: string, field: string) =>
      page.evaluate<boolean>(`{
        const dataTransfer = new DataTransfer();
        ${field};
        !document.body.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer }));
      }`);
    const file = `dataTransfer.items.add(new File(['tide'], 'a.txt', { type: 'text/plain' }))`;
    expect(await refused('dragover', file)).toBe(true);
    expect(await refused('drop', file)).toBe(true);
    expect(await refused('drop', `dataTransfer.setData('text/plain', 'tide')`)).toBe(false);
  });

  it('says why an upload has failed until another file is at hand', async () => {
    const choose = (name: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('tide') });
    await page.route(/\/api\/files\/upload$/, (route) => route.abort());
    await choose('low.txt');
    await page.getByRole('button', { name: 'Upload File' }).click();
    const problem = page.getByText('Upload failed:');
    await problem.waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await problem.waitFor({ state: 'detached' });
    await choose('high.txt');
    await page.getByText('high.txt').waitFor();
    expect(await problem.count()).toBe(0);
    await page.unroute(/\/api\/files\/upload$/);
  });

  it('takes nothing back that has been sent, and leads to where it is, which is news only once', async () => {
    const release = await holdRequests(page, /\/api\/files\/save-metadata$/);
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('Bringing it to the surface…').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel upload' }).count()).toBe(0);
    release();
    const news = page.getByText('high.txt is in the ocean.');
    await news.waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'high.txt' }).waitFor();
    expect(await news.count()).toBe(0);
  });
});

describe('a photo', () => {
  it('says how much of it has been sent', async () => {
    await page.goto(`${url}/profile/${ownId}`);
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(50_000) });
    const release = await holdRequests(page, /X-Amz-/);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload Photo' }).click();
    await page.getByRole('button', { name: /^Uploading\.\.\. \d+%$/ }).waitFor();
    await page
      .getByRole('progressbar', { name: 'Upload of the photo' })
      .getByText(/^\d+%$/)
      .waitFor();
    release();
    await page.locator('dialog').waitFor({ state: 'detached' });
  });
});

describe('the upload', () => {
  it('explains how it works, and says what a file is called by default, and why it failed', async () => {
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
    for (const [address, answer, problem] of [
      [/\/api\/files\/upload$/, { status: 502, body: 'Bad Gateway' }, 'Upload failed: Failed to get upload URL'],
      [
        /X-Amz-/,
        { status: 500, body: '<Message>Full</Message>' },
        /^Upload failed: Failed to upload to S3: .+ - Full$/,
      ],
    ] as const) {
      const headers = { 'access-control-allow-origin': '*' };
      await tab.route(address, (route) => route.fulfill({ ...answer, headers }));
      await tab.getByRole('button', { name: 'Upload File' }).click();
      await tab.getByRole('alert').getByText(problem).waitFor();
      await tab.unroute(address);
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
