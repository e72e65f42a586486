/** Tests of the file explorer with the history of the browser: Back and reload restore what the member saw. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import {
  cardOf,
  LOG,
  mark,
  NOTES,
  openFiles,
  PICTURE,
  readFileNames,
  uploadAndOpenFiles,
} from './support/explorer-screen.ts';

/** A phone's window that is too low for the list, in pixels. */
const PHONE = { width: 390, height: 420 };

let launchedBrowser: LaunchedBrowser;
let viewer: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ viewer } = await uploadAndOpenFiles(launchedBrowser.browser));
});

afterAll(() => launchedBrowser?.close());

/** Returns how far the viewer's page is scrolled, in pixels. */
const readScroll = () => viewer.evaluate<number>('Math.round(scrollY)');

// The tests run in order, because the last one continues in the window and the list of the one before.
describe('file explorer with the history of the browser', () => {
  it('keeps search, sorting, and filter after navigation and reload', async () => {
    const settings = { search: mark, sort: 'size', showsImages: true, names: [PICTURE.name] };
    const readSettings = async () => ({
      search: await viewer.getByPlaceholder('Search files...').inputValue(),
      sort: await viewer.getByLabel('Sort by').inputValue(),
      showsImages: await viewer.getByRole('radio', { name: 'Images' }).isChecked(),
      names: await readFileNames(viewer),
    });

    await viewer.getByLabel('Sort by').selectOption('Largest Size');
    await viewer.getByRole('radio', { name: 'Images' }).check();
    await viewer.waitForURL(/type=image%2F/);
    await expect.poll(() => readFileNames(viewer)).toEqual([PICTURE.name]);

    await viewer.getByRole('link', { name: 'Dashboard' }).click();
    await viewer.waitForURL('**/dashboard');
    await viewer.goBack();
    await expect.poll(readSettings).toEqual(settings);

    await viewer.reload();
    await expect.poll(readSettings).toEqual(settings);
    expect(await viewer.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });

  it('hides the filters behind one button on phones, and undoes them with Back', async () => {
    await viewer.setViewportSize(PHONE);
    await openFiles(viewer);

    const textFilter = viewer.getByRole('radio', { name: 'Text' });
    expect(await textFilter.isVisible()).toBe(false);

    await viewer.getByRole('button', { name: 'Filters' }).press('Enter');
    await textFilter.waitFor();
    await viewer.keyboard.press('Escape');
    await textFilter.waitFor({ state: 'hidden' });

    await viewer.getByRole('button', { name: 'Filters' }).click();
    // Opening the filters scrolls the page to their button.
    await viewer.evaluate('scrollTo(0, 150)');
    await expect.poll(readScroll).toBe(150);

    await textFilter.check({ force: true });
    await expect.poll(() => readFileNames(viewer)).toEqual([NOTES.name]);

    await viewer.getByRole('button', { name: 'Show files' }).click();
    await viewer.getByRole('button', { name: 'Filters 1 active' }).waitFor();

    await viewer.goBack();
    await expect.poll(() => readFileNames(viewer)).toEqual([PICTURE.name, LOG.name, NOTES.name]);
    await expect.poll(readScroll).toBe(150);
    expect(await viewer.getByRole('button', { name: 'Filters', exact: true }).count()).toBe(1);
  });

  it('returns with Back to the same scroll position', async () => {
    const uploader = cardOf(viewer, LOG).getByRole('link', { name: 'Isla Brandt' });
    // Otherwise, the click would scroll the page.
    await uploader.scrollIntoViewIfNeeded();
    const position = await readScroll();
    expect(position).toBeGreaterThan(0);

    await uploader.click();
    await viewer.getByRole('heading', { level: 1, name: 'Isla Brandt' }).waitFor();
    await viewer.goBack();
    await cardOf(viewer, LOG).waitFor();

    await expect.poll(readScroll).toBe(position);
  });
});
