/** Tests of the file explorer in the browser: likes, previews, downloads, selection, and deletion. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchDepth, type SmallFile } from './support/api-calls.ts';
import { cardOf, LOG, NOTES, PICTURE, readFileNames, uploadAndOpenFiles } from './support/explorer-screen.ts';
import { readFocusedLabel, readShownDepth } from './support/member-browser.ts';

let launchedBrowser: LaunchedBrowser;
/** The page of the member who uploads the files. */
let owner: Page;
let viewer: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ owner, viewer } = await uploadAndOpenFiles(launchedBrowser.browser));
});

afterAll(() => launchedBrowser?.close());

const likeButton = (page: Page, { name }: SmallFile) => page.getByRole('button', { name: `Like ${name}` });

/** Loads the list again with the Refresh button. */
async function refresh(page: Page): Promise<void> {
  const response = page.waitForResponse(/\/api\/files\/list$/);
  await page.getByRole('button', { name: 'Refresh Files' }).click();
  await response;
}

/** Records the IDs of the files whose views the page counts from now on. */
function recordViews(page: Page): string[] {
  const fileIds: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/files/view')) fileIds.push(request.postDataJSON().fileId);
  });
  return fileIds;
}

// The tests run in order, because the last one deletes a file that the others open.
describe('file explorer', () => {
  it('shows other viewers a like that is given by keyboard', async () => {
    const like = likeButton(viewer, PICTURE);
    await like.focus();
    await viewer.keyboard.press('Enter');
    await viewer.getByRole('button', { name: `Like ${PICTURE.name}, 1 like`, exact: true }).waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');

    const likeSeenByOwner = owner.getByRole('button', { name: `Like ${PICTURE.name}, 1 like`, exact: true });
    await expect
      .poll(async () => {
        await refresh(owner);
        return likeSeenByOwner.count();
      })
      .toBe(1);
    expect(await likeButton(owner, PICTURE).getAttribute('aria-pressed')).toBe('false');

    const likeResponse = viewer.waitForResponse(/\/api\/files\/like$/);
    await viewer.keyboard.press('Space');
    await likeResponse;
    await refresh(owner);
    await owner.getByRole('button', { name: `Like ${PICTURE.name}, 0 likes`, exact: true }).waitFor();
  });

  it('previews files by keyboard without executing them, and counts one view each', async () => {
    const viewedIds = recordViews(viewer);
    await viewer.getByRole('button', { name: `Preview ${NOTES.name}` }).focus();
    await viewer.keyboard.press('Enter');

    const dialog = viewer.getByRole('dialog', { name: NOTES.name });
    await dialog.getByText('Bring a torch.').waitFor();

    expect(await dialog.locator('pre').textContent()).toBe(String(NOTES.bytes));
    expect(await viewer.title()).toContain('Files');
    expect(viewedIds).toHaveLength(1);

    await viewer.keyboard.press('ArrowLeft');
    await viewer.getByRole('dialog', { name: LOG.name }).waitFor();
    await viewer.keyboard.press('ArrowLeft');

    const picture = viewer.getByRole('dialog', { name: PICTURE.name }).getByRole('img');
    await picture.waitFor();

    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(256); // The width of the pictures of `createPng`.
    expect(viewedIds).toHaveLength(3);

    await viewer.keyboard.press('Escape');
    await viewer.locator('dialog').waitFor({ state: 'detached' });
    expect(await readFocusedLabel(viewer)).toBe(`Preview ${NOTES.name}`);

    await cardOf(viewer, PICTURE).getByText('1 view', { exact: true }).waitFor();
  });

  it('shows an error with a Retry button when a preview fails', async () => {
    await viewer.route(/\/api\/files\/view$/, (route) => route.abort());
    await viewer.getByRole('button', { name: `Preview ${NOTES.name}` }).click();
    await viewer.getByRole('dialog').getByText("This file couldn't be opened.").waitFor();

    await viewer.unroute(/\/api\/files\/view$/);
    await viewer.getByRole('button', { name: 'Retry' }).click();
    await viewer.getByRole('dialog').getByText('Bring a torch.').waitFor();
    await viewer.getByRole('button', { name: 'Close' }).click();
  });

  it('requests a new URL when the download URL of a preview has expired', async () => {
    await viewer.getByRole('button', { name: `Preview ${PICTURE.name}` }).click();

    const picture = viewer.getByRole('dialog').getByRole('img');
    await picture.waitFor();
    const failPicture = 'document.querySelector("dialog img").dispatchEvent(new Event("error"))';
    const setClockAhead = (seconds: number) =>
      viewer.evaluate(`{
      window.timeOfDay ??= Date.now;
      Date.now = () => timeOfDay() + ${seconds * 1000};
    }`);

    await setClockAhead(DOWNLOAD_URL_SECONDS + 1);
    const viewResponse = viewer.waitForResponse(/\/api\/files\/view$/);
    await viewer.evaluate(failPicture);
    const { url: newUrl } = await (await viewResponse).json();
    await expect.poll(() => picture.getAttribute('src')).toBe(newUrl);

    // A failure of the new URL is not an expiry.
    await viewer.evaluate(failPicture);
    await viewer.getByRole('dialog').getByText("Your browser can't show this file here.").waitFor();

    await setClockAhead(0);
    await viewer.getByRole('button', { name: 'Close' }).click();
  });

  it('downloads in a new tab without an opener, and counts a view', async () => {
    const viewResponse = viewer.waitForResponse(/\/api\/files\/view$/);
    const [tab] = await Promise.all([
      viewer.waitForEvent('popup'),
      viewer.getByRole('link', { name: `Download ${PICTURE.name}` }).click(),
    ]);
    const { url: newUrl, views } = await (await viewResponse).json();

    await tab.waitForURL(newUrl);
    expect(await tab.evaluate('opener')).toBeNull();

    await tab.close();
    await cardOf(viewer, PICTURE).getByText(`${views} views`, { exact: true }).waitFor();
  });

  it('saves selected files as one zip archive without counting views', async () => {
    // Browsers without a save dialog download the archive.
    await viewer.evaluate('delete window.showSaveFilePicker');
    await viewer.getByRole('button', { name: 'Select', exact: true }).click();
    await viewer.getByRole('checkbox', { name: `Select ${PICTURE.name}` }).click();
    // The whole card is the checkbox.
    await cardOf(viewer, NOTES).click();
    await viewer.getByText(/^2 selected/).waitFor();

    const viewedIds = recordViews(viewer);
    const [download] = await Promise.all([
      viewer.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Download as zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^fathom-files-[\d-]+\.zip$/);

    const archive = await readFile(await download.path());
    // Archives of this library aren't compressed.
    for (const { name, bytes } of [PICTURE, NOTES]) {
      expect(archive.includes(name), name).toBe(true);
      expect(archive.includes(bytes), name).toBe(true);
    }

    await viewer.getByText('2 files were saved as a zip archive.').waitFor({ state: 'attached' });
    expect(viewedIds).toEqual([]);

    await viewer.keyboard.press('Escape');
    await viewer.getByRole('region', { name: 'Selected files' }).waitFor({ state: 'detached' });
  });

  it.each([390, 1440])('keeps all buttons of a card clickable in a window of %i px', async (width) => {
    const { width: widthBefore, height } = owner.viewportSize()!;
    await owner.setViewportSize({ width, height });

    for (const view of ['Gallery', 'List']) {
      await owner.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click();
      for (const file of [PICTURE, LOG, NOTES]) {
        // The area of the preview button is the thumbnail.
        const buttons = cardOf(owner, file).locator('.file-card__foot :is(button, a):not(.file-card__preview)');
        expect(await buttons.count()).toBe(4);
        // A trial waits until a click at the centre would reach the button.
        for (const button of await buttons.all()) await button.click({ trial: true });
      }
    }

    await owner.setViewportSize({ width: widthBefore, height });
  });

  it('lowers the depth immediately when the owner deletes a file', async () => {
    const depthBefore = await fetchDepth(owner);
    await owner.getByRole('button', { name: `Delete ${PICTURE.name}` }).focus();
    await owner.keyboard.press('Enter');
    await owner.getByRole('heading', { name: `Delete ${PICTURE.name}? You'll sink by 1.1 cm.` }).waitFor();

    await owner.keyboard.press('Escape');
    await owner.locator('dialog').waitFor({ state: 'detached' });
    expect(await readFocusedLabel(owner)).toBe(`Delete ${PICTURE.name}`);

    await owner.getByRole('button', { name: `Delete ${PICTURE.name}` }).press('Enter');
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardOf(owner, PICTURE).waitFor({ state: 'detached' });
    await expect.poll(() => readFocusedLabel(owner)).toBe(LOG.name);

    const depthAfter = await fetchDepth(owner);
    expect(depthAfter).toBeLessThan(depthBefore);
    await expect.poll(() => readShownDepth(owner)).toBe(depthAfter);

    await owner.getByText(`${PICTURE.name} has been deleted.`).waitFor({ state: 'attached' });
    await refresh(owner);

    await expect.poll(() => readFileNames(owner)).toEqual([LOG.name, NOTES.name]);
  });
});
