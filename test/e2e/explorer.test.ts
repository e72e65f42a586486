import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DOWNLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { PDF, pngOf } from '../support/sample-files.ts';
import { recordedDepth, type SmallFile, uploadFile } from './support/api-calls.ts';
import { openMember, shownDepth } from './support/member-browser.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

const PICTURE: SmallFile = { name: `reef ${mark}.png`, type: 'image/png', bytes: pngOf(1_200_000) };
const NOTES: SmallFile = {
  name: `notes ${mark}.txt`,
  type: 'text/plain',
  bytes: Buffer.from('<script>document.title = "sunk"</script> Bring a torch.\n'),
};
const LOG: SmallFile = { name: `log ${mark}.pdf`, type: 'application/pdf', bytes: PDF };

let browser: LaunchedBrowser;
/** Whose files they are, and who looks at them. */
let owner: Page;
let guest: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [owner, guest] = await Promise.all([
    openMember(browser.browser, 'Isla Brandt'),
    openMember(browser.browser, 'Timo Reef'),
  ]);
  // Whoever wants to see them all must have risen as far as their owner.
  await uploadFile(guest, { ...PICTURE, name: 'ballast.png', bytes: pngOf(3_000_000) });
  for (const file of [NOTES, LOG, PICTURE]) await uploadFile(owner, file);
  await Promise.all([lookAround(owner), lookAround(guest)]);
});

afterAll(() => browser?.close());

async function lookAround(page: Page): Promise<void> {
  await page.goto(`${url}/files?q=${mark}`);
  await cardOf(page, PICTURE).waitFor();
  expect(await listed(page)).toEqual([PICTURE.name, LOG.name, NOTES.name]);
}

const listed = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();
const cardOf = (page: Page, { name }: SmallFile) => page.getByRole('listitem', { name, exact: true });
const likeOf = (page: Page, { name }: SmallFile) => page.getByRole('button', { name: `Like ${name}` });

async function refresh(page: Page): Promise<void> {
  const answer = page.waitForResponse(/\/api\/files\/list$/);
  await page.getByRole('button', { name: 'Refresh Files' }).click();
  await answer;
}

/** The keyboard's place, by its name. */
const focused = (page: Page) => page.evaluate('document.activeElement?.getAttribute("aria-label")');

describe('a file among members', () => {
  it('is liked by keyboard, which others see', async () => {
    const like = likeOf(guest, PICTURE);
    await like.focus();
    await guest.keyboard.press('Enter');
    await guest.getByRole('button', { name: `Like ${PICTURE.name}, 1 like`, exact: true }).waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    const seen = owner.getByRole('button', { name: `Like ${PICTURE.name}, 1 like`, exact: true });
    await expect
      .poll(async () => {
        await refresh(owner);
        return seen.count();
      })
      .toBe(1);
    expect(await likeOf(owner, PICTURE).getAttribute('aria-pressed')).toBe('false');

    const saved = guest.waitForResponse(/\/api\/files\/like$/);
    await guest.keyboard.press('Space');
    await saved;
    await refresh(owner);
    await owner.getByRole('button', { name: `Like ${PICTURE.name}, 0 likes`, exact: true }).waitFor();
  });

  it('is previewed by keyboard, as what it is and nothing more, and counts one view each time', async () => {
    const views: string[] = [];
    guest.on('request', (request) => {
      if (request.url().endsWith('/api/files/view')) views.push(request.postDataJSON().fileId);
    });
    await guest.getByRole('button', { name: `Preview ${NOTES.name}` }).focus();
    await guest.keyboard.press('Enter');
    const dialog = guest.getByRole('dialog', { name: NOTES.name });
    await dialog.getByText('Bring a torch.').waitFor();
    expect(await dialog.locator('pre').textContent()).toBe(String(NOTES.bytes));
    expect(await guest.title()).toContain('Files');
    expect(views).toHaveLength(1);

    await guest.keyboard.press('ArrowLeft');
    await guest.getByRole('dialog', { name: LOG.name }).waitFor();
    await guest.keyboard.press('ArrowLeft');
    const picture = guest.getByRole('dialog', { name: PICTURE.name }).getByRole('img');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(256);
    expect(views).toHaveLength(3);
    await guest.keyboard.press('Escape');
    await guest.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused(guest)).toBe(`Preview ${NOTES.name}`);
    await cardOf(guest, PICTURE).getByText('1 view', { exact: true }).waitFor();
  });

  it('says in the dialog what is wrong, and tries again', async () => {
    await guest.route(/\/api\/files\/view$/, (route) => route.abort());
    await guest.getByRole('button', { name: `Preview ${NOTES.name}` }).click();
    await guest.getByRole('dialog').getByText('This file could not be opened.').waitFor();
    await guest.unroute(/\/api\/files\/view$/);
    await guest.getByRole('button', { name: 'Retry' }).click();
    await guest.getByRole('dialog').getByText('Bring a torch.').waitFor();
    await guest.getByRole('button', { name: 'Close' }).click();
  });

  it('is asked for anew when its address has ceased to serve it', async () => {
    await guest.getByRole('button', { name: `Preview ${PICTURE.name}` }).click();
    const picture = guest.getByRole('dialog').getByRole('img');
    await picture.waitFor();
    const broken = 'document.querySelector("dialog img").dispatchEvent(new Event("error"))';
    const later = (seconds: number) =>
      guest.evaluate(`{
      window.timeOfDay ??= Date.now;
      Date.now = () => timeOfDay() + ${seconds * 1000};
    }`);
    await later(DOWNLOAD_URL_SECONDS + 1);
    const counted = guest.waitForResponse(/\/api\/files\/view$/);
    await guest.evaluate(broken);
    const { url: fresh } = await (await counted).json();
    await expect.poll(() => picture.getAttribute('src')).toBe(fresh);
    // A fresh one that shows nothing is no matter of time.
    await guest.evaluate(broken);
    await guest.getByRole('dialog').getByText('Your browser cannot show this file here.').waitFor();
    await later(0);
    await guest.getByRole('button', { name: 'Close' }).click();
  });

  it('is downloaded in a new tab that knows nothing of this one', async () => {
    const counted = guest.waitForResponse(/\/api\/files\/view$/);
    const [tab] = await Promise.all([
      guest.waitForEvent('popup'),
      guest.getByRole('link', { name: `Download ${PICTURE.name}` }).click(),
    ]);
    const { url: fresh, views } = await (await counted).json();
    await tab.waitForURL(fresh);
    expect(await tab.evaluate('opener')).toBeNull();
    await tab.close();
    await cardOf(guest, PICTURE).getByText(`${views} views`, { exact: true }).waitFor();
  });

  it('is found again after going away, back, and loading anew', async () => {
    await guest.getByLabel('Sort by').selectOption('Largest Size');
    await guest.getByRole('radio', { name: 'Images' }).check();
    await guest.waitForURL(/type=image%2F/);
    await expect.poll(() => listed(guest)).toEqual([PICTURE.name]);
    await guest.getByRole('link', { name: 'Dashboard' }).click();
    await guest.waitForURL('**/dashboard');
    await guest.goBack();
    const settings = async () => [
      await guest.getByPlaceholder('Search files...').inputValue(),
      await guest.getByLabel('Sort by').inputValue(),
      await guest.getByRole('radio', { name: 'Images' }).isChecked(),
      await listed(guest),
    ];
    await expect.poll(settings).toEqual([mark, 'size', true, [PICTURE.name]]);
    await guest.reload();
    await expect.poll(settings).toEqual([mark, 'size', true, [PICTURE.name]]);
    expect(await guest.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });

  it('is deleted by its owner alone, who is told what that costs, and sinks at once', async () => {
    const before = await recordedDepth(owner);
    await owner.getByRole('button', { name: `Delete ${PICTURE.name}` }).focus();
    await owner.keyboard.press('Enter');
    await owner.getByRole('heading', { name: `Delete ${PICTURE.name}? You will sink by 0.01m.` }).waitFor();
    await owner.keyboard.press('Escape');
    await owner.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused(owner)).toBe(`Delete ${PICTURE.name}`);

    await owner.getByRole('button', { name: `Delete ${PICTURE.name}` }).press('Enter');
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardOf(owner, PICTURE).waitFor({ state: 'detached' });
    await expect.poll(() => focused(owner)).toBe(LOG.name);
    const after = await recordedDepth(owner);
    expect(after).toBeLessThan(before);
    await expect.poll(() => shownDepth(owner)).toBe(after);
    await owner.getByText(`${PICTURE.name} has been deleted.`).waitFor({ state: 'attached' });
    await refresh(owner);
    await expect.poll(() => listed(owner)).toEqual([LOG.name, NOTES.name]);
  });
});
