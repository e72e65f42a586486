/** Tests of small and low windows. Dialogs must scroll, and the focused element must stay visible. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { emptyApi } from '../../web/src/test-support/empty-api.ts';
import type { FakeApi } from '../../web/src/test-support/fake-api.ts';
import { NILS, sampleFile, VIEWER } from '../../web/src/test-support/sample-data.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng } from '../support/sample-files.ts';
import { resize } from './support/resize.ts';
import { openWithApi } from './support/state-check.ts';

const url = inject('url');

/** The window of a phone, in pixels. */
const PHONE = { width: 390, height: 844 };

/** A window of 1280 × 1024 pixels at 400% zoom. */
const ZOOMED = { width: 320, height: 256 };

/** The viewer's files. Their size makes the count of the selection bar long. */
const FILES = Array.from({ length: 12 }, (_, index) =>
  sampleFile({
    key: `picture-${index}`,
    fileName: `picture ${index}.png`,
    contentType: 'image/png',
    url: '/picture.png',
    size: 28_800_000,
    userId: VIEWER.id,
    uploaderName: VIEWER.username,
    media: { width: 640, height: 480, thumbnail: '/picture.png', preview: '/picture.png' },
  }),
);

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

/** Opens a path of the site in a window of this size. */
async function open(path: string, size: typeof PHONE, api: FakeApi = emptyApi()): Promise<Page> {
  const page = await openWithApi(launchedBrowser.browser, api);
  onTestFinished(() => page.context().close());
  await page.route('**/picture.png', (route) => route.fulfill({ contentType: 'image/png', body: createPng(9_000) }));
  await resize(page, size);
  await page.goto(url + path);
  return page;
}

/** Opens the viewer's files in a window of this size. */
async function openFiles(size: typeof PHONE): Promise<Page> {
  const api = emptyApi()
    .on(contract.files.list, () => ({ files: FILES, lastKey: null, requestId: null }))
    .on(contract.files.view, () => ({ url: '/picture.png', views: 1 }));
  return open('/files', size, api);
}

describe('dialogs and fields in small windows', () => {
  it.each([{ width: 1440, height: 500 }, { width: 844, height: 390 }, { width: 390, height: 500 }, ZOOMED])(
    'scrolls a dialog that is higher than a window of $width × $height',
    async (size) => {
      const page = await openFiles(size);
      await page.getByRole('button', { name: 'Edit picture 0.png' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('A short line.\n'.repeat(40));

      const save = dialog.getByRole('button', { name: 'Save Changes' });
      await save.scrollIntoViewIfNeeded();
      const dialogBox = (await dialog.boundingBox())!;
      const saveBox = (await save.boundingBox())!;

      expect(dialogBox.y).toBeGreaterThanOrEqual(0);
      expect(dialogBox.y + dialogBox.height).toBeLessThanOrEqual(size.height);
      expect(saveBox.y + saveBox.height).toBeLessThanOrEqual(size.height);
    },
  );

  it('shows the whole dialog of a gallery card on a phone', async () => {
    const page = await openFiles(PHONE);
    await page.getByRole('button', { name: 'Gallery view' }).click();
    await page.getByRole('button', { name: 'Delete picture 0.png' }).click();

    const dialogBox = (await page.getByRole('dialog').boundingBox())!;
    const buttonBox = (await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).boundingBox())!;

    expect(buttonBox.x + buttonBox.width).toBeLessThanOrEqual(dialogBox.x + dialogBox.width);
  });

  it('keeps a picture visible in the viewer', async () => {
    const page = await openFiles(ZOOMED);
    await page.getByRole('button', { name: 'Preview picture 0.png' }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();

    const picture = (await page.locator('.picture__frame').boundingBox())!;
    const controls = (await page.locator('.picture__bar').boundingBox())!;

    expect(picture.height).toBeGreaterThan(64);
    expect(controls.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  });

  it('shows the focused field when a conversation opens', async () => {
    const page = await open(`/messages/${NILS.id}`, ZOOMED);
    const field = page.getByRole('textbox', { name: 'Message to Nils' });
    await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true);

    const box = (await field.boundingBox())!;

    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(ZOOMED.height);
  });
});

describe('selection bar', () => {
  /** Returns the names of the focused elements that the bar covers, while Shift-Tab moves the focus up to the bar. */
  async function findCoveredNames(page: Page): Promise<string[]> {
    const coveredNames: string[] = [];
    for (;;) {
      await page.keyboard.press('Shift+Tab');
      const { name, isInBar, isCovered } = await page.evaluate<{ name: string; isInBar: boolean; isCovered: boolean }>(
        `(() => {
          const bar = document.querySelector('.selection-bar');
          const { top, bottom } = document.activeElement.getBoundingClientRect();
          const barBox = bar.getBoundingClientRect();
          return {
            name: document.activeElement.ariaLabel ?? document.activeElement.textContent,
            isInBar: bar.contains(document.activeElement),
            isCovered: top < barBox.bottom && bottom > barBox.top,
          };
        })()`,
      );
      if (isInBar) return coveredNames;
      if (isCovered) coveredNames.push(name);
    }
  }

  it.each([PHONE, { width: 320, height: 844 }, ZOOMED])(
    'does not cover the focused element in a window of $width × $height',
    async (size) => {
      const page = await openFiles(size);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select picture 9.png' }).focus();
      await page.keyboard.press('Space');
      await page.getByText(/^1 selected/).waitFor();

      expect(await findCoveredNames(page)).toEqual([]);
    },
  );

  it('shows the Close button next to the count on a phone', async () => {
    const page = await openFiles(PHONE);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select picture 0.png' }).click();

    const count = (await page.getByText(/^1 selected/).boundingBox())!;
    const close = (await page.getByRole('button', { name: 'End selection' }).boundingBox())!;

    expect(close.y).toBeLessThan(count.y + count.height);
  });
});
