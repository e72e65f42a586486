import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { register, share, spoilSession } from './diver.ts';
import { ask } from './past-the-page.ts';
import { hasFocus, hold, stopwatchTab } from './rare-states.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const LIST = /\/api\/files\/list$/;

let browser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await register(page, url, `Stella ${mark}`);
  await share(page, url, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
  ({
    profile: { id: ownId },
  } = await ask<{ profile: { id: string } }>(page, 'GET', '/me'));
});

afterAll(() => browser?.close());

describe('the file explorer', () => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('says that it loads, and then that there is nothing', async () => {
    await page.route(LIST, (route) => route.fulfill({ json: { success: true, files: [], lastKey: null } }));
    const release = await hold(page, LIST);
    await page.goto(`${url}/files`);
    await page.getByText('Loading files...').waitFor();
    release();
    await page.getByText('No files found. Upload some files to get started!').waitFor();
    await page.unrouteAll();
  });

  it('offers every sort and every type', async () => {
    const options = page.getByLabel('Sort by').locator('option');
    expect(await options.allTextContents()).toEqual(['Most Recent', 'Largest Size']);
    expect(await Promise.all((await options.all()).map((option) => option.getAttribute('value')))).toEqual([
      'recent',
      'size',
    ]);
    const labels = await page.locator('.explorer__filters label').all();
    const types = labels.map(async (label) => [
      await label.textContent(),
      await label.locator('input').getAttribute('value'),
    ]);
    expect(await Promise.all(types)).toEqual([
      ['All Files', 'all'],
      ['Images', 'image/'],
      ['Videos', 'video/'],
      ['Audio', 'audio/'],
      ['PDFs', 'application/pdf'],
      ['Text', 'text/'],
      ['Archives', 'application/zip'],
    ]);
  });

  it('says why there are no files, and begins anew', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await press('Refresh Files');
    await page.getByRole('alert').getByText('Failed to fetch files: 502 - Bad Gateway', { exact: true }).waitFor();
    await page.unroute(LIST);
    await press('Retry');
    await page.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });

  it('says why not all could be loaded', async () => {
    for (const [answer, problem] of [
      [{ status: 502, body: 'Bad Gateway' }, 'Failed to load all files: Failed to fetch all files: 502'],
      [
        { status: 503, json: { success: false, code: 'Throttled', error: 'The tide is high.', requestId: 'r' } },
        'Failed to load all files: The tide is high.',
      ],
    ] as const) {
      await page.goto(`${url}/files`);
      await page.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
      await page.route(LIST, (route) => route.fulfill(answer));
      await press('Load All Files');
      await page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
      await page.unroute(LIST);
    }
  });

  it('asks for twenty, for the next twenty from the cursor, from the start again, and for a thousand of any type', async () => {
    const { files } = await ask<{ files: object[] }>(page, 'POST', '/files/list', { limit: 1 });
    const asked: object[] = [];
    await page.route(LIST, (route) => {
      const { lastKey, limit, fileType, includeOwnFiles } = route.request().postDataJSON();
      asked.push({ lastKey, limit, fileType, includeOwnFiles });
      const next = lastKey === null && limit === 20 ? 'two' : null;
      const key = `${files.length} ${lastKey}`;
      return route.fulfill({ json: { success: true, files: [{ ...files[0], key }], lastKey: next } });
    });
    await page.goto(`${url}/files?type=text%2F`);
    const cards = page.locator('.file-card');
    await page.getByText('1 file shown, more below').waitFor();
    await press('Load More Files');
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByRole('button', { name: 'Load More Files' }).waitFor({ state: 'detached' });
    expect(await cards.nth(1).evaluate(hasFocus)).toBe(true);
    await press('Refresh Files');
    await page.getByText('1 file shown, more below').waitFor();
    await press('Load All Files');
    await page.getByText('1 file shown', { exact: true }).waitFor();
    const text = { limit: 20, fileType: 'text/', includeOwnFiles: true };
    expect(asked).toEqual([
      { ...text, lastKey: null },
      { ...text, lastKey: 'two' },
      { ...text, lastKey: null },
      { limit: 1000, fileType: 'all', includeOwnFiles: true, lastKey: null },
    ]);
    await page.unroute(LIST);
  });

  it('begins anew one second after an upload', async () => {
    const tab = await stopwatchTab(page);
    await tab.goto(`${url}/files`);
    await tab.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
    await tab.clock.pauseAt(Date.now() + 60_000);
    const asked: string[] = [];
    await tab.route(LIST, (route) => {
      asked.push(route.request().postDataJSON().lastKey);
      return route.continue();
    });
    await tab.evaluate(`{
      const otherTab = new BroadcastChannel('fathom');
      otherTab.postMessage({ name: 'fileUploaded', detail: { fileId: 'f', depth: 1 } });
    }`);
    // What is heard is shown a tick later; however often a busy machine has to look, less than half a second goes by.
    await expect
      .poll(async () => {
        await tab.clock.runFor(1);
        return tab.getByText('Depth: 1.00m', { exact: true }).count();
      })
      .toBe(1);
    await tab.clock.runFor(500);
    expect(asked).toEqual([]);
    await tab.clock.runFor(1000);
    await expect.poll(() => asked).toEqual([null]);
    await tab.context().close();
  });
});

describe('Find Users', () => {
  const nils = {
    ...{ id: 'f3a9c1d2-0000-4000-8000-000000000000', username: 'Nils', profilePicture: '', depth: 0 },
    ...{ followedByViewer: false, bio: '', contributedMB: 0, followersCount: 0, followingCount: 0 },
  };

  it('says that it loads whom there is to discover, to follow and to write to', async () => {
    await page.route(/\/api\/users\?/, (route) =>
      route.fulfill({ json: { success: true, users: [nils], cursor: null } }),
    );
    const release = await hold(page, /\/api\/users\?/);
    await page.goto(`${url}/search`);
    await page.getByText('Loading users...').waitFor();
    await page.getByText('Discover users at your depth level or below').waitFor();
    release();
    const card = page.getByRole('article', { name: 'Nils' });
    await card.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    expect(await card.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(`/messages/${nils.id}`);
    await page.unrouteAll();
  });
});

describe('messages', () => {
  const CONVERSATIONS = /\/api\/conversations(\?|$)/;
  const timestamp = new Date(Date.now() - 7_200_000).toISOString();
  const partner = { id: 'f3a9c1d2-0000-4000-8000-000000000000', username: 'Nils', profilePicture: '', depth: 12.3 };
  const nobody = { ...partner, id: 'abcdefgh', username: '' };
  const content = 'A long story about the tide and the time that it took us to get back to the boat. '.repeat(3).trim();

  const conversation = (user: typeof partner, place: number) => ({
    id: `${user.id}_${ownId}`,
    user,
    lastMessage: { id: `01KAHQ3V7V8Z5T0F4M2S6R9X${20 - place}`, content, senderId: user.id, timestamp },
    lastUpdated: timestamp,
    unreadCount: 1,
  });

  const style = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle([...document.querySelectorAll('${selector}')].at(-1)).${property}`);

  it('are counted up to 99 in the inbox, with who, when, what and how deep', async () => {
    const json = {
      success: true,
      unreadTotal: 100,
      cursor: 'more',
      conversations: [partner, nobody].map(conversation),
    };
    await page.route(CONVERSATIONS, (route) => route.fulfill({ json }));
    const release = await hold(page, CONVERSATIONS);
    await page.goto(`${url}/messages`);
    await page.getByText('Loading...').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Messages , 99+ unread messages' }).waitFor();
    const row = page.locator('.inbox__link--unread').first();
    expect(await row.getAttribute('href')).toBe(`/messages/${partner.id}`);
    for (const text of ['Nils', '2 hours ago', '12.30m deep', content])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.locator('.avatar').textContent()).toBe('N');
    await page.locator('.inbox__link', { hasText: 'User_abcde' }).waitFor();
    expect(await style('.inbox__last', 'maxInlineSize')).toBe('min(250px, 100%)');
    expect(await style('.inbox__last', 'textOverflow')).toBe('ellipsis');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await style('.inbox__row', 'animationDelay')).toBe('0.05s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.unroute(CONVERSATIONS);
  });

  it('stand on the side of whoever wrote them, with hours and minutes, in six tenths of the window', async () => {
    const chat = new RegExp(`/api/conversations/${partner.id}`);
    const message = (id: string, sender: string) => ({
      id,
      clientMessageId: id,
      sender,
      recipient: '',
      content,
      timestamp,
    });
    const messages = [message('01KAHQ3V7V8Z5T0F4M2S6R9XAA', partner.id), message('01KAHQ3V7V8Z5T0F4M2S6R9XBB', ownId)];
    const read = { own: null, other: null };
    const json = { success: true, user: partner, messages, more: false, read, left: false, missingMetres: 0 };
    await page.route(chat, (route) => route.fulfill({ json }));
    const release = await hold(page, chat);
    await page.goto(`${url}/messages/${partner.id}`);
    await page.getByText('Loading...').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Nils' }).waitFor();
    expect(await page.locator('.chat-heading .avatar').textContent()).toBe('N');
    expect(await page.getByRole('link', { name: 'Back to Messages' }).getAttribute('href')).toBe('/messages');
    const area = (await page.locator('.chat-area__scroll').boundingBox())!;
    expect(area.height).toBeCloseTo(0.6 * page.viewportSize()!.height, 0);
    const [theirs, own] = [
      (await page.locator('.bubble--other').boundingBox())!,
      (await page.locator('.bubble--own').boundingBox())!,
    ];
    expect(theirs.x - area.x).toBeLessThan(area.x + area.width - theirs.x - theirs.width);
    expect(own.x - area.x).toBeGreaterThan(area.x + area.width - own.x - own.width);
    for (const { width } of [theirs, own]) expect(width).toBeLessThanOrEqual(0.7 * area.width);
    expect(await style('.bubble', 'maxInlineSize')).toBe('70%');
    expect(await page.locator('.bubble--own time').textContent()).toMatch(/^\d\d:\d\d( [AP]M)?$/);
    await page.unroute(chat);
  });
});

describe('whoever is not signed in any more', () => {
  it('is asked to sign in by the explorer, which logs why', async () => {
    await page.goto(`${url}/files`);
    await page.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
    await spoilSession(page);
    const why = 'User authentication required to view files';
    const logged = page.waitForEvent('console', (message) => message.text() === why);
    await page.getByRole('button', { name: 'Refresh Files' }).click();
    await logged;
    await page.getByText('Please sign in to view files.').waitFor();
  });
});
