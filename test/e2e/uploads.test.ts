/** Tests of uploads and downloads whose requests fail, or whose responses are lost. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng } from '../support/sample-files.ts';
import { fetchMemberId, uploadFile } from './support/api-calls.ts';
import { openMember } from './support/member-browser.ts';
import { holdRequests } from './support/slow-network.ts';
import { chooseFile, PRESIGNED_URL, UPLOAD_API_URL } from './support/upload-screen.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Mona ${mark}`);
  ownId = await fetchMemberId(page);
  await uploadFile(page, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
  await page.goto(`${url}/files`);
});

afterAll(() => launchedBrowser?.close());

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
  beforeEach(async () => {
    await page.goto(`${url}/upload`);
    await page.locator('.drop-zone').waitFor();
  });

  /** Drops three text files, and a program, which members can't share. */
  async function dropFiles() {
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ['a ${mark}.txt', 'b ${mark}.txt', 'c ${mark}.txt']) {
        dataTransfer.items.add(new File(['tide of ' + name], name, { type: 'text/plain' }));
      }
      dataTransfer.items.add(new File(['MZ'], 'run.exe', { type: 'application/x-msdownload' }));
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector('.drop-zone').dispatchEvent(drop);
    }`);
  }

  it('uploads all supported files of a drop, even if one fails at first', async () => {
    const row = (name: string) => page.getByRole('listitem', { name: `${name} ${mark}.txt` });
    const press = (name: string, button: RegExp) => row(name).getByRole('button', { name: button }).click();

    await dropFiles();
    await page.getByRole('alert').getByText('run.exe: Only images, video').waitFor();

    await press('a', /^Details/);
    await row('a').getByLabel('Description').fill(`Ebb ${mark}`);

    // Another row receives the focus, because the pressed button disappears.
    await press('c', /^Remove/);
    await row('c').waitFor({ state: 'detached' });
    await page.locator('.queue-row:focus').waitFor();

    // One failure doesn't stop the other file.
    await page.route(UPLOAD_API_URL, async (route) => {
      if (route.request().postDataJSON().fileName.startsWith('a ')) await route.abort();
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Upload 2 Files' }).click();
    await page.getByRole('heading', { name: '1 of 2 files are shared.' }).waitFor();
    await row('a').getByText('Upload failed:').waitFor();

    await page.unroute(UPLOAD_API_URL);
    await press('a', /^Retry/);
    await page.getByRole('heading', { name: '2 files are shared.' }).waitFor();
    await page.getByText(/^You rose 0\.\d+ cm\.$/).waitFor();

    await page.getByRole('link', { name: 'See all files' }).click();
    await page.getByText(`Ebb ${mark}`).waitFor();
  });

  it('prevents the browser from opening a file that misses the drop zone', async () => {
    /** Returns whether the page prevents the default action of an event outside the drop zone. */
    const isPrevented = (type: 'dragover' | 'drop', dataScript: string) =>
      page.evaluate<boolean>(`{
        const dataTransfer = new DataTransfer();
        ${dataScript};
        !document.body.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer }));
      }`);
    const fileScript = `dataTransfer.items.add(new File(['tide'], 'a.txt', { type: 'text/plain' }))`;
    const textScript = `dataTransfer.setData('text/plain', 'tide')`;

    expect(await isPrevented('dragover', fileScript)).toBe(true);
    expect(await isPrevented('drop', fileScript)).toBe(true);
    expect(await isPrevented('drop', textScript)).toBe(false);
  });

  it('shows the error of a failed upload until another file is chosen', async () => {
    const error = page.getByText('Upload failed:');
    await page.route(UPLOAD_API_URL, (route) => route.abort());
    await chooseFile(page, 'low.txt');
    await page.getByRole('button', { name: 'Upload File' }).click();
    await error.waitFor();

    await page.getByRole('button', { name: 'Choose another file' }).click();
    await error.waitFor({ state: 'detached' });
    await chooseFile(page, 'high.txt');
    await page.getByText('high.txt').waitFor();

    expect(await error.count()).toBe(0);

    await page.unroute(UPLOAD_API_URL);
  });

  it('asks before a link or the Back button stops the upload', async () => {
    const progress = page.getByRole('progressbar', { name: 'Uploading high.txt' });
    const dialog = page.getByRole('dialog', { name: 'Stop the upload and leave this page?' });

    // The dashboard is the previous page of the history, to which the Back button leads.
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    await page.getByRole('link', { name: 'Upload', exact: true }).click();

    const release = await holdRequests(page, PRESIGNED_URL);
    await chooseFile(page, 'high.txt');
    await page.getByRole('button', { name: 'Upload File' }).click();
    await progress.waitFor();

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
    await page.unroute(PRESIGNED_URL);
  });

  it('hides the Cancel button once all bytes are sent, and shows the success message once', async () => {
    const successMessage = page.getByText('high.txt is shared.');
    const release = await holdRequests(page, /\/api\/files\/save-metadata$/);
    await chooseFile(page, 'high.txt');
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('Finishing the upload…').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel upload' }).count()).toBe(0);

    release();
    await successMessage.waitFor();

    await page.reload();
    await page.getByRole('listitem', { name: 'high.txt' }).waitFor();

    expect(await successMessage.count()).toBe(0);
  });

  it('succeeds if an earlier request with a lost response has stored the file', async () => {
    const bytes = Buffer.from('Twice sent, once stored.');
    await chooseFile(page, 'twice.txt', bytes);

    // The page receives only the second response.
    const statuses: number[] = [];
    await page.route(PRESIGNED_URL, async (route) => {
      const lostResponse = await route.fetch({ postData: bytes });
      const response = await route.fetch({ postData: bytes });
      statuses.push(lostResponse.status(), response.status());
      await route.fulfill({ response });
    });

    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('twice.txt is shared.').waitFor();
    await page.unroute(PRESIGNED_URL);

    expect(statuses).toEqual([200, 412]);

    await page.getByRole('listitem', { name: 'twice.txt' }).waitFor();
  });

  it('succeeds without a second request if the only response is lost', async () => {
    const bytes = Buffer.from('Once sent, never answered.');
    await chooseFile(page, 'once.txt', bytes);

    let requestCount = 0;
    await page.route(PRESIGNED_URL, async (route) => {
      requestCount += 1;
      await route.fetch({ postData: bytes });
      await route.abort();
    });

    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText('once.txt is shared.').waitFor();
    await page.unroute(PRESIGNED_URL);

    expect(requestCount).toBe(1);

    await page.getByRole('listitem', { name: 'once.txt' }).waitFor();
  });
});

describe('a file that the member already has', () => {
  it('leaves the depth unchanged, and says so before upload and deletion', async () => {
    const bytes = Buffer.from(`The same tide as ever ${mark}.`);

    await page.goto(`${url}/upload`);
    await chooseFile(page, 'first.txt', bytes);
    await page.getByText(/You'll rise/).waitFor();
    await page.getByRole('button', { name: 'Upload File' }).click();
    await page.getByText(/^first.txt is shared. You rose 0\.\d+ cm\.$/).waitFor();

    await page.goto(`${url}/upload`);
    await chooseFile(page, 'second.txt', bytes);
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

    const release = await holdRequests(page, PRESIGNED_URL);
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
