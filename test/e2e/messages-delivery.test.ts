import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import {
  asMember,
  bubble,
  field,
  newWriter,
  openChat,
  openPair,
  say,
  sendAndConfirm,
  stored,
  texts,
  type Writer,
} from './support/chat-screen.ts';
import { openTab } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;
let theoName: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ marina, marinaId, theo, theoId, theoName } = await openPair(browser.browser, mark));
  await openChat(marina, theoId);
  await sendAndConfirm(marina, 'Calm seas');
});

afterAll(() => browser?.close());

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.slice(0, 40)`,
  );

describe('a conversation', () => {
  let second: Page;

  beforeAll(async () => {
    second = await openTab(theo.context());
    await Promise.all([openChat(theo, marinaId), openChat(second, marinaId)]);
    for (const tab of [theo, second]) await bubble(tab, 'Calm seas').waitFor();
  });

  afterAll(() => second.close());

  it('is the same on every tab and after a reload, in the order of the server', async () => {
    await Promise.all([
      (async () => {
        for (let number = 1; number <= 5; number += 1) await say(marina, `Hers ${number}`);
      })(),
      (async () => {
        for (let number = 1; number <= 5; number += 1) await say(theo, `His ${number}`);
      })(),
    ]);
    await expect.poll(() => stored(marina, theoId)).toHaveLength(11);
    const order = await stored(marina, theoId);
    for (const tab of [marina, theo, second]) await expect.poll(() => texts(tab)).toEqual(order);
    expect(order.filter((text) => text.startsWith('Hers'))).toEqual([1, 2, 3, 4, 5].map((number) => `Hers ${number}`));
    await marina.reload();
    await expect.poll(() => texts(marina)).toEqual(order);
    await marina.getByText('Today', { exact: true }).waitFor();
  });

  it('keeps what is being written', async () => {
    await field(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.locator('.inbox__link').first().click();
    await expect.poll(() => field(marina).inputValue()).toBe('Half a thought');
    await expect.poll(() => marina.evaluate('document.activeElement.value')).toBe('Half a thought');
    await marina.reload();
    await expect.poll(() => field(marina).inputValue()).toBe('Half a thought');
    await field(marina).fill('');
  });
});

describe('a message that cannot leave', () => {
  it('waits until there is a connection, and is then delivered once', async () => {
    await openChat(theo, marinaId);
    await openChat(marina, theoId);
    await bubble(marina, 'Calm seas').waitFor();
    await marina.context().setOffline(true);
    await marina.getByText('Reconnecting…').waitFor();
    for (const text of ['From afar 1', 'From afar 2']) await say(marina, text);
    await bubble(marina, 'From afar 2').getByText('Sending...').waitFor();
    await sendAndConfirm(theo, 'Are you there?');
    await checkScreen(marina, 'chat-offline');
    await marina.context().setOffline(false);
    await marina.getByText('Reconnecting…').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await texts(theo)).slice(-3))
      .toEqual(['Are you there?', 'From afar 1', 'From afar 2']);
    await expect
      .poll(async () => (await texts(marina)).slice(-3))
      .toEqual(await texts(theo).then((all) => all.slice(-3)));
    expect((await stored(theo, marinaId)).filter((text) => text.startsWith('From afar'))).toHaveLength(2);
  });

  it('is delivered once though the answer was lost and the connection broke', async () => {
    const page = await openTab(marina.context());
    let swallow = true;
    let route: WebSocketRoute | undefined;
    await page.routeWebSocket(/ticket=/, (socket) => {
      route = socket;
      const server = socket.connectToServer();
      server.onMessage((data) => {
        if (!(swallow && String(data).includes('"sent"'))) socket.send(data);
      });
    });
    await openChat(page, theoId);
    // Once connected, the page fetches what it missed. That must not include the message.
    await expect.poll(() => route !== undefined).toBe(true);
    await page.waitForLoadState('networkidle');
    await say(page, 'Only once');
    await expect.poll(() => stored(theo, marinaId)).toContain('Only once');
    await bubble(page, 'Only once').getByText('Sending...').waitFor();
    swallow = false;
    await route?.close();
    await bubble(page, 'Only once').locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
    expect((await stored(theo, marinaId)).filter((text) => text === 'Only once')).toHaveLength(1);
    expect((await texts(page)).filter((text) => text === 'Only once')).toHaveLength(1);
    await page.close();
  });

  it('is there after a reload as failed, and is sent when its writer says so', async () => {
    let storm = true;
    await marina.routeWebSocket(/ticket=/, (socket) => {
      if (storm) void socket.close();
      else socket.connectToServer();
    });
    await marina.reload();
    await bubble(marina, 'Calm seas').waitFor();
    await say(marina, 'Through the storm');
    await bubble(marina, 'Through the storm').getByText('Sending...').waitFor();
    await marina.reload();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor();
    expect(await stored(theo, marinaId)).not.toContain('Through the storm');
    await checkScreen(marina, 'chat-failed');
    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.getByText('Not sent').waitFor();
    storm = false;
    await openChat(marina, theoId);
    await bubble(marina, 'Through the storm').getByRole('button', { name: 'Retry' }).press('Enter');
    // The button is gone: whoever has no mouse is still among the messages.
    await expect.poll(() => focused(marina)).toBe(`Messages with ${theoName}`);
    await bubble(theo, 'Through the storm').waitFor();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor({ state: 'detached' });
    expect((await texts(marina)).at(-1)).toBe('Through the storm');
  });

  it('is given up for good when its writer says so twice, and leaves the keyboard where it was', async () => {
    const page = await openTab(marina.context());
    await page.routeWebSocket(/ticket=/, (socket) => void socket.close());
    await openChat(page, theoId);
    for (const text of ['Never mind 1', 'Never mind 2']) await say(page, text);
    await bubble(page, 'Never mind 2').getByText('Sending...').waitFor();
    await page.reload();
    const discard = async (text: string) => {
      await bubble(page, text).getByRole('button', { name: 'Discard' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
      await bubble(page, text).waitFor({ state: 'detached' });
    };
    await discard('Never mind 1');
    await expect.poll(() => focused(page)).toBe('Retry');
    await discard('Never mind 2');
    await expect.poll(() => focused(page)).toBe(`Messages with ${theoName}`);
    await page.reload();
    await bubble(page, 'Calm seas').waitFor();
    expect((await texts(page)).filter((text) => text.startsWith('Never mind'))).toEqual([]);
    await page.close();
  });
});

describe('a long conversation', () => {
  const COUNT = 75;
  let olga: Writer;

  beforeAll(async () => {
    olga = await newWriter(`Olga ${mark}`);
    for (let number = 1; number <= COUNT; number += 1) {
      await olga.socket.say(asMember(marinaId), `Log ${number}`);
      // As fast as one may write.
      await pause(1000 / MESSAGES_PER_SECOND);
    }
  });

  afterAll(() => olga.socket.close());

  const scrollTo = (top: number) => marina.evaluate(`document.querySelector('.chat-area__scroll').scrollTo(0, ${top})`);
  const logs = (from: number, to = COUNT) => Array.from({ length: to - from + 1 }, (_, index) => `Log ${from + index}`);

  it('begins at its end, with a mark above what is new', async () => {
    await openChat(marina, olga.member.userId);
    await expect.poll(() => texts(marina)).toEqual(logs(COUNT - 29));
    await expect
      .poll(() =>
        marina.evaluate(`(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.chat-area__scroll');
        return scrollHeight - scrollTop - clientHeight;
      })()`),
      )
      .toBeLessThan(2);
    await marina.locator('.chat-new').waitFor();
  });

  it('has its beginning above, and what one reads stays where it is meanwhile', async () => {
    const top = () =>
      marina.evaluate<number>(`[...document.querySelectorAll('.bubble')]
        .find((one) => one.textContent.includes('Log ${COUNT - 27}')).getBoundingClientRect().top`);
    await scrollTo(120);
    const before = await top();
    await expect.poll(() => texts(marina)).toHaveLength(60);
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await scrollTo(0);
    await expect.poll(() => texts(marina)).toEqual(logs(1));
    await marina.getByText('The beginning of your conversation').waitFor();
  });

  it('says when something new has come below, and leads there', async () => {
    await scrollTo(0);
    await olga.socket.say(asMember(marinaId), 'Log 76');
    const below = marina.getByRole('button', { name: 'New messages' });
    await below.waitFor();
    await checkScreen(marina, 'chat-news-below');
    await below.press('Enter');
    await below.waitFor({ state: 'detached' });
    expect((await texts(marina)).at(-1)).toBe('Log 76');
  });
});
