/** Tests of features that not every browser has. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { PDF } from '../../support/sample-files.ts';
import { uploadFile } from '../support/api-calls.ts';
import { openMember } from '../support/member-browser.ts';
import { cardOf, dialog, mark, postField, publish } from '../support/posts-screen.ts';

const url = inject('url');
const fileName = `chart ${randomUUID().slice(0, 8)}.pdf`;

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Ulla ${mark}`);
});

afterAll(() => launchedBrowser?.close());

describe('features that not every browser has', () => {
  it('grows a text field with its text, and shrinks it again', async () => {
    const readHeight = () => postField(page).evaluate(({ offsetHeight }: { offsetHeight: number }) => offsetHeight);
    // The composer opens with the focus.
    await postField(page).focus();
    const emptyHeight = await readHeight();

    await postField(page).fill('One line\n'.repeat(8));
    expect(await readHeight()).toBeGreaterThan(emptyHeight * 1.5);

    await postField(page).fill('');
    expect(await readHeight()).toBe(emptyHeight);
  });

  it('shows a dialog only as high as its content, and closes it on a click outside', async () => {
    await publish(page, 'Soon gone');
    await cardOf(page, 'Soon gone').getByRole('button', { name: 'Delete your post' }).click();
    await dialog(page).waitFor();

    const [box, button] = await Promise.all([
      dialog(page).boundingBox(),
      dialog(page).getByRole('button', { name: 'Keep it' }).boundingBox(),
    ]);

    expect(button!.height).toBeLessThan(60);
    expect(box!.height).toBeLessThan(300);

    await page.mouse.click(box!.x + 20, box!.y + 20);
    expect(await dialog(page).isVisible()).toBe(true);

    await page.mouse.click(box!.x - 20, box!.y - 20);
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('shows a PDF without an endless loading status', async () => {
    await uploadFile(page, { name: fileName, type: 'application/pdf', bytes: PDF });
    await page.goto(`${url}/files?q=${encodeURIComponent(fileName)}`);
    await page.getByRole('button', { name: `Preview ${fileName}` }).click();

    await dialog(page).getByRole('heading', { name: fileName }).waitFor();
    // Chromium without a window, as in these tests, has no PDF viewer.
    await dialog(page).locator('iframe, [role=alert]').waitFor();

    await expect.poll(() => dialog(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  });
});
