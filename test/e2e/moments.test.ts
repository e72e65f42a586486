import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ZONE_LABELS } from '../../shared/depth/zones.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/sample-files.ts';
import { logIn, type Registration, register, share } from './diver.ts';
import { asMember, bubble, idOf, newDiver, newWriter, openChat } from './messenger.ts';
import { lift } from './past-the-page.ts';
import { hold } from './rare-states.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await newDiver(browser.browser, `Mona ${mark}`);
  ownId = await idOf(page);
  await share(page, url, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
});

afterAll(() => browser?.close());

/** The member's own profile, but at a depth. */
async function atDepth(metres: number): Promise<void> {
  await page.unroute(/\/api\/me$/);
  await page.route(/\/api\/me$/, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: metres } } });
  });
}

describe('the ocean', () => {
  it('is of another zone every ten metres, with creatures of its own', async () => {
    const seen = new Set<string>();
    for (const [level, label] of ZONE_LABELS.entries()) {
      await atDepth(level * 10 + 5);
      await page.goto(`${url}/profile/${ownId}`);
      await page.locator(`.page[data-zone="${level}"]`).waitFor();
      await page.locator('.profile-head__depth', { hasText: label }).waitFor();
      await page.locator('.creature').first().waitFor({ state: 'attached' });
      const shade = await page.locator('.page').getAttribute('style');
      seen.add(shade ?? '');
    }
    expect(seen.size).toBe(ZONE_LABELS.length);
    await page.unroute(/\/api\/me$/);
  });

  it('is measured no further than its scale goes, and said to the end', async () => {
    await atDepth(30_000);
    await page.goto(`${url}/profile/${ownId}`);
    const indicator = page.getByRole('meter', { name: 'Your depth' });
    await expect.poll(() => indicator.getAttribute('aria-valuetext')).toBe('Depth: 30000.00m');
    expect(await indicator.getAttribute('aria-valuenow')).toBe('10000');
    await page.unroute(/\/api\/me$/);
  });
});

describe('the explorer', () => {
  it('shows the depth above the files', async () => {
    await atDepth(12.3456);
    await page.goto(`${url}/files`);
    await page.getByText('Your depth: 12.35m').waitFor();
    await page.unroute(/\/api\/me$/);
  });

  it('asks for files when it is known whose depth counts, and from the start', async () => {
    const asked: string[] = [];
    await page.route(/\/api\/files\/list$/, (route) => {
      asked.push(route.request().postDataJSON().lastKey);
      return route.continue();
    });
    const release = await hold(page, /\/api\/me$/);
    await page.goto(`${url}/files`);
    await page.getByRole('main').getByText('Loading…').waitFor();
    expect(asked).toEqual([]);
    release();
    await page.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
    expect(asked).toEqual([null]);
    await page.unroute(/\/api\/files\/list$/);
  });

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
    const release = await hold(page, /\/api\/files\/save-metadata$/);
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

describe('a profile above', () => {
  it('leads to where depth is bought', async () => {
    const high = await newDiver(browser.browser, `High ${mark}`);
    await lift(high, 3);
    await page.goto(`${url}/profile/${await idOf(high)}`);
    await page.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Ascend Now' }).getAttribute('href')).toBe(
      '/payments',
    );
    await high.context().close();
  });
});

describe('a photo', () => {
  it('says how much of it has been sent', async () => {
    await page.goto(`${url}/profile/${ownId}`);
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(50_000) });
    const release = await hold(page, /X-Amz-/);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload Photo' }).click();
    await page.getByRole('button', { name: /^Uploading\.\.\. \d+%$/ }).waitFor();
    await page
      .getByRole('progressbar', { name: 'Upload of the photo' })
      .getByText(/^\d+%$/)
      .waitFor();
    release();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('a conversation', () => {
  it('that could not be marked as read is logged, and can be read all the same', async () => {
    const { member, socket } = await newWriter(`Nils ${mark}`);
    await socket.say(asMember(ownId), 'Ahoy down there');
    await page.routeWebSocket(/ticket=/, (route) => {
      const server = route.connectToServer();
      route.onMessage((frame) => {
        if (JSON.parse(String(frame)).action !== 'markRead') return server.send(frame);
        route.send(JSON.stringify({ type: 'error', code: 'Throttled', error: 'Not now.' }));
      });
    });
    const logged = page.waitForEvent('console', (message) => /^The server has refused something/.test(message.text()));
    await openChat(page, member.userId);
    await bubble(page, 'Ahoy down there').waitFor();
    await logged;
    expect(await page.getByRole('alert').getByText(/./).count()).toBe(0);
    await socket.close();
  });

  it('scrolls smoothly to what is new, for whoever has nothing against movement', async () => {
    const { member, socket } = await newWriter(`Sven ${mark}`);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const long of ['One', 'Two', 'Three']) await socket.say(asMember(ownId), `${long}\n${'down\n'.repeat(20)}`);
    await socket.say(asMember(ownId), 'The bottom');
    await openChat(page, member.userId);
    await bubble(page, 'The bottom').waitFor();
    await page.evaluate(`{
      const scrollTo = Element.prototype.scrollTo;
      window.scrolls = [];
      Element.prototype.scrollTo = function (options) {
        scrolls.push(options.behavior);
        return scrollTo.call(this, options);
      };
    }`);
    await socket.say(asMember(ownId), 'Below it');
    await bubble(page, 'Below it').waitFor();
    await expect.poll(() => page.evaluate('scrolls')).toContain('smooth');
    const area = `document.querySelector('.chat-area__scroll')`;
    const left = () =>
      page.evaluate<number>(
        `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(${area})`,
      );
    await expect.poll(left).toBeLessThan(2);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await socket.close();
  });
});

describe('the login', () => {
  it('logs why it has failed, and keeps saying it until it is tried again', async () => {
    const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
    const visitor = await context.newPage();
    const account: Registration = { username: '', email: `${mark}@fathom.example`, password: 'not-anybodys-1' };
    await visitor.goto(`${url}/login`);
    const logged = visitor.waitForEvent(
      'console',
      (message) => message.type() === 'error' && /NotAuthorized|UserNotFound/.test(message.text()),
    );
    await logIn(visitor, account);
    await logged;
    const problem = visitor.getByRole('alert').getByText('Failed to log in: ');
    await problem.waitFor();
    await visitor.getByLabel('Email').fill('else@fathom.example');
    expect(await problem.count()).toBe(1);
    await context.close();
  });
});

describe('an account', () => {
  it('that is deleted says so, for as long as it takes', async () => {
    const diver = await browser.browser.newContext({ reducedMotion: 'reduce' });
    const tab = await diver.newPage();
    await register(tab, url, `Brief ${mark}`);
    await tab.getByRole('link', { name: 'Profile', exact: true }).click();
    await tab.getByRole('button', { name: 'Delete Account' }).click();
    const release = await hold(tab, /\/users\/delete$/);
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Deleting...' }).waitFor();
    release();
    await tab.waitForURL(`${url}/`);
    await diver.close();
  });
});
