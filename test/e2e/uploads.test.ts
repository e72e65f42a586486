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
  it('uploads all supported files of a drop, even if one fails at first', async () => {
    await page.goto(`${url}/upload`);
    await page.locator('.drop-zone').waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ['a ${mark}.txt', 'b ${mark}.txt', 'c ${mark}.txt']) {
        dataTransfer.items.add(new File(['tide of ' + name], name, { type: 'text/plain' }));
      }
      dataTransfer.items.add(new File(['MZ'], 'run.exe', { type: 'application/x-msdownload' }));
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector('.drop-zone').dispatchEvent(drop);
    }`);
    const row = (name: string) => page.getByRole('listitem', { name: `${name} ${mark}.txt` });

    await page.getByRole('alert').getByText('run.exe: Only images, video').waitFor();

    await row('a')
      .getByRole('button', { name: /^Details/ })
      .click();
    await row('a').getByLabel('Description').fill(`Ebb ${mark}`);

    await row('c')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await row('c').waitFor({ state: 'detached' });
    await page.locator('.queue-row:focus').waitFor();

    // One failure doesn't stop the other file.
    await page.route(/\/api\/files\/upload$/, async (route) => {
      if (route.request().postDataJSON().fileName.startsWith('a ')) await route.abort();
      else await route.continue();
    });

    await page.getByRole('button', { name: 'Upload 2 Files' }).click();
    await page.getByRole('heading', { name: '1 of 2 files are shared.' }).waitFor();
    await row('a').getByText('Upload failed:').waitFor();

    await page.unroute(/\/api\/files\/upload$/);
    await row('a')
      .getByRole('button', { name: /^Retry/ })
      .click();
    await page.getByRole('heading', { name: '2 files are shared.' }).waitFor();
    await page.getByText(/^You rose 0\.\d+ cm\.$/).waitFor();

    await page.getByRole('link', { name: 'See all files' }).click();
    await page.getByText(`Ebb ${mark}`).waitFor();

    // The next tests start on the upload screen.
    await page.goto(`${url}/upload`);
    await page.locator('.drop-zone').waitFor();
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

  it('asks before a link or the Back button stops the upload', async () => {
    const release = await holdRequests(page, /X-Amz-/);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page
      .locator('.drop-zone input')
      .setInputFiles({ name: 'high.txt', mimeType: 'text/plain', buffer: Buffer.from('tide') });
    await page.getByRole('button', { name: 'Upload File' }).click();

    const progress = page.getByRole('progressbar', { name: 'Uploading high.txt' });
    await progress.waitFor();
    const dialog = page.getByRole('dialog', { name: 'Stop the upload and leave this page?' });

    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await dialog.getByRole('button', { name: 'Keep uploading' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goBack({ waitUntil: 'commit' });
    await dialog.getByRole('button', { name: 'Keep uploading' }).press('Escape');
    await dialog.waitFor({ state: 'detached' });

    expect(new URL(page.url()).pathname).toBe('/upload');

    await progress.waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await dialog.getByRole('button', { name: 'Stop and leave' }).click();
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    release();
    await page.unroute(/X-Amz-/);
    await page.goForward();
    await page
      .locator('.drop-zone input')
      .setInputFiles({ name: 'high.txt', mimeType: 'text/plain', buffer: Buffer.from('tide') });
  });

  it('cannot be cancelled once all bytes are sent, and shows the success message once', async () => {
    const release = await holdRequests(page, /\/api\/files\/save-metadata$/);
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('Finishing the upload…').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel upload' }).count()).toBe(0);

    release();
    const successMessage = page.getByText('high.txt is shared.');
    await successMessage.waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'high.txt' }).waitFor();

    expect(await successMessage.count()).toBe(0);
  });
});

describe('upload of a file', () => {
  it('succeeds if an earlier request with a lost response has stored the file', async () => {
    await page.goto(`${url}/upload`);
    const buffer = Buffer.from('Twice sent, once stored.');
    await page.locator('input[type=file]').setInputFiles({ name: 'twice.txt', mimeType: 'text/plain', buffer });

    const statuses: number[] = [];
    await page.route(/X-Amz-/, async (route) => {
      for (let request = 0; request < 2; request += 1) {
        const response = await route.fetch({ postData: buffer });
        statuses.push(response.status());
        if (request === 1) await route.fulfill({ response });
      }
    });

    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('twice.txt is shared.').waitFor();
    await page.unroute(/X-Amz-/);

    expect(statuses).toEqual([200, 412]);
    await page.getByRole('listitem', { name: 'twice.txt' }).waitFor();
  });

  it('sends nothing again if the only response is lost', async () => {
    await page.goto(`${url}/upload`);
    const buffer = Buffer.from('Once sent, never answered.');
    await page.locator('input[type=file]').setInputFiles({ name: 'once.txt', mimeType: 'text/plain', buffer });

    let requestCount = 0;
    await page.route(/X-Amz-/, async (route) => {
      requestCount += 1;
      await route.fetch({ postData: buffer });
      await route.abort();
    });

    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('once.txt is shared.').waitFor();
    await page.unroute(/X-Amz-/);

    expect(requestCount).toBe(1);
    await page.getByRole('listitem', { name: 'once.txt' }).waitFor();
  });
});

describe('a file that the member already has', () => {
  const buffer = Buffer.from(`The same tide as ever ${mark}.`);
  const choose = (name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });

  it('leaves the depth unchanged, and says so before upload and deletion', async () => {
    await page.goto(`${url}/upload`);
    await choose('first.txt');
    await page.getByText(/You'll rise/).waitFor();
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText(/^first.txt is shared. You rose 0\.\d+ cm\.$/).waitFor();

    await page.goto(`${url}/upload`);
    await choose('second.txt');
    await page
      .getByRole('status')
      .getByText("You already have this file. Uploading it again won't lift you.")
      .waitFor();
    expect(await page.getByText(/You'll rise/).count()).toBe(0);

    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('second.txt is shared. Your depth stays the same').waitFor();

    await page.getByRole('button', { name: 'Delete second.txt' }).click();
    await page.getByText('Delete second.txt? Your depth stays the same.').waitFor();
  });
});

describe('picture dialog', () => {
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
  const UPLOAD_FAILURES = [
    [/\/api\/files\/upload$/, { status: 502, body: 'Bad Gateway' }, 'Upload failed: Failed to get upload URL'],
    [/X-Amz-/, { status: 500, body: '<Message>Full</Message>' }, /^Upload failed: Failed to upload to S3: .+ - Full$/],
  ] as const;
  let tab: Page;

  beforeAll(async () => {
    tab = await openMember(browser.browser, `Porter ${mark}`);
    await tab.goto(`${url}/upload`);
  });

  afterAll(() => tab?.context().close());

  it('explains uploads', async () => {
    await tab.getByText('Drag & drop a file here, or click to select').waitFor();
    const cards = ['Depth calculation', 'File visibility', 'File guidelines'];
    for (const name of cards) await tab.getByRole('heading', { level: 2, name }).waitFor();
    await tab.getByText('up to 1000MB each. No illegal or harmful content.').waitFor();
  });

  it('prefills the description with the date', async () => {
    await tab
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });

    expect(await tab.getByLabel('Description').inputValue()).toMatch(/^Uploaded on \w+ \d+, \d{4}$/);
  });

  it('shows why an upload failed', async () => {
    const headers = { 'access-control-allow-origin': '*' };
    for (const [requestUrl, response, error] of UPLOAD_FAILURES) {
      await tab.route(requestUrl, (route) => route.fulfill({ ...response, headers }));
      await tab.getByRole('button', { name: 'Upload File' }).click();
      await tab.getByRole('alert').getByText(error).waitFor();
      await tab.unroute(requestUrl);
    }
  });

  it('shows the progress of an upload in percent', async () => {
    const release = await holdRequests(tab, /X-Amz-/);
    await tab.getByRole('button', { name: 'Upload File' }).click();
    await tab.getByRole('progressbar', { name: 'Uploading a.txt' }).waitFor();
    await tab.locator('.upload-progress__line strong', { hasText: /^\d+%$/ }).waitFor();

    release();
    await tab.waitForURL('**/files');
  });
});
