/** Tests of messages whose connection breaks. Each message must arrive once and in order, or be shown as failed. */
import { randomUUID } from 'node:crypto';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import {
  bubble,
  fetchStoredMessages,
  messageField,
  openChat,
  openTwoMembers,
  readMessageTexts,
  sendAndConfirm,
  sendMessage,
} from './support/chat-screen.ts';
import { openTab } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;
let theoName: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ marina, marinaId, theo, theoId, theoName } = await openTwoMembers(launchedBrowser.browser, mark));
  await openChat(marina, theoId);
  await sendAndConfirm(marina, 'Calm seas');
});

afterAll(() => launchedBrowser?.close());

/** Returns the label of the focused element, or the start of its text. */
const readFocusedName = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.slice(0, 40)`,
  );

describe('conversation', () => {
  let theoSecondTab: Page;

  beforeAll(async () => {
    theoSecondTab = await openTab(theo.context());
    await Promise.all([openChat(theo, marinaId), openChat(theoSecondTab, marinaId)]);
    for (const tab of [theo, theoSecondTab]) await bubble(tab, 'Calm seas').waitFor();
  });

  afterAll(() => theoSecondTab.close());

  it('shows the same order on every tab and after a reload', async () => {
    const buildTexts = (name: string) => [1, 2, 3, 4, 5].map((number) => `${name} ${number}`);
    const herTexts = buildTexts('Hers');
    const hisTexts = buildTexts('His');
    const sendAll = async (page: Page, texts: readonly string[]) => {
      for (const text of texts) await sendMessage(page, text);
    };
    await Promise.all([sendAll(marina, herTexts), sendAll(theo, hisTexts)]);

    await expect
      .poll(async () => (await fetchStoredMessages(marina, theoId)).toSorted())
      .toEqual(['Calm seas', ...herTexts, ...hisTexts].toSorted());

    const order = await fetchStoredMessages(marina, theoId);
    for (const tab of [marina, theo, theoSecondTab]) await expect.poll(() => readMessageTexts(tab)).toEqual(order);
    expect(order.filter((text) => text.startsWith('Hers'))).toEqual(herTexts);

    await marina.reload();
    await expect.poll(() => readMessageTexts(marina)).toEqual(order);

    await marina.getByText('Today', { exact: true }).waitFor();
  });

  it('keeps the draft after navigation and reload', async () => {
    await messageField(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.locator('.inbox__link').first().click();

    await expect.poll(() => messageField(marina).inputValue()).toBe('Half a thought');
    await expect.poll(() => marina.evaluate('document.activeElement.value')).toBe('Half a thought');

    await marina.reload();
    await expect.poll(() => messageField(marina).inputValue()).toBe('Half a thought');

    await messageField(marina).fill('');
  });
});

// The tests run in order, because the pages stay open.
describe('unsent message', () => {
  it('sends an unsent message once when the connection is back', async () => {
    await openChat(theo, marinaId);
    await openChat(marina, theoId);
    await bubble(marina, 'Calm seas').waitFor();

    await marina.context().setOffline(true);
    await marina.getByText('Reconnecting…').waitFor();
    for (const text of ['From afar 1', 'From afar 2']) await sendMessage(marina, text);
    await bubble(marina, 'From afar 2').getByText('Sending...').waitFor();

    await sendAndConfirm(theo, 'Are you there?');
    await checkScreen(marina, 'chat-offline');

    await marina.context().setOffline(false);
    await marina.getByText('Reconnecting…').waitFor({ state: 'detached' });

    await expect
      .poll(async () => (await readMessageTexts(theo)).slice(-3))
      .toEqual(['Are you there?', 'From afar 1', 'From afar 2']);
    await expect
      .poll(async () => (await readMessageTexts(marina)).slice(-3))
      .toEqual((await readMessageTexts(theo)).slice(-3));
    expect((await fetchStoredMessages(theo, marinaId)).filter((text) => text.startsWith('From afar'))).toHaveLength(2);
  });

  it('stores a message once when the confirmation is lost and the connection breaks', async () => {
    const page = await openTab(marina.context());
    let isDroppingConfirmations = true;
    let route: WebSocketRoute | undefined;

    await page.routeWebSocket(/ticket=/, (socket) => {
      route = socket;
      const server = socket.connectToServer();
      server.onMessage((data) => {
        if (!(isDroppingConfirmations && String(data).includes('"sent"'))) socket.send(data);
      });
    });
    await openChat(page, theoId);

    // Once connected, the page fetches the messages that it missed. The new message must not be among them.
    await expect.poll(() => route !== undefined).toBe(true);
    await page.waitForLoadState('networkidle');

    await sendMessage(page, 'Only once');
    await expect.poll(() => fetchStoredMessages(theo, marinaId)).toContain('Only once');
    await bubble(page, 'Only once').getByText('Sending...').waitFor();

    isDroppingConfirmations = false;
    await route?.close();
    await bubble(page, 'Only once').locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();

    expect((await fetchStoredMessages(theo, marinaId)).filter((text) => text === 'Only once')).toHaveLength(1);
    expect((await readMessageTexts(page)).filter((text) => text === 'Only once')).toHaveLength(1);

    await page.close();
  });

  it('shows a message with the next frame when its own frame is lost', async () => {
    const page = await openTab(marina.context());
    let isDroppingMessages = true;

    await page.routeWebSocket(/ticket=/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((data) => {
        if (!(isDroppingMessages && String(data).includes('"message"'))) socket.send(data);
      });
    });

    await openChat(page, theoId);
    // The page has then fetched the messages that it missed.
    await page.waitForLoadState('networkidle');

    await sendMessage(theo, 'Lost at sea');
    await bubble(marina, 'Lost at sea').waitFor();
    expect(await readMessageTexts(page)).not.toContain('Lost at sea');

    isDroppingMessages = false;
    await theo.getByRole('textbox').pressSequentially('Hm');
    await bubble(page, 'Lost at sea').waitFor();

    await theo.getByRole('textbox').fill('');
    await page.close();
  });

  it('shows an unsent message as failed after a reload, and sends it on Retry', async () => {
    let isRefusingSockets = true;
    await marina.routeWebSocket(/ticket=/, (socket) => {
      if (isRefusingSockets) void socket.close();
      else socket.connectToServer();
    });
    await marina.reload();
    await bubble(marina, 'Calm seas').waitFor();

    await sendMessage(marina, 'Through the storm');
    await bubble(marina, 'Through the storm').getByText('Sending...').waitFor();

    await marina.reload();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor();
    expect(await fetchStoredMessages(theo, marinaId)).not.toContain('Through the storm');

    await checkScreen(marina, 'chat-failed');

    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.getByText('Not sent').waitFor();

    isRefusingSockets = false;
    await openChat(marina, theoId);
    await bubble(marina, 'Through the storm').getByRole('button', { name: 'Retry' }).press('Enter');
    // The Retry button is gone, so the focus moves to the list of messages.
    await expect.poll(() => readFocusedName(marina)).toBe(`Messages with ${theoName}`);

    await bubble(theo, 'Through the storm').waitFor();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor({ state: 'detached' });

    expect((await readMessageTexts(marina)).at(-1)).toBe('Through the storm');
  });

  it('discards an unsent message after confirmation without losing the focus', async () => {
    const page = await openTab(marina.context());
    await page.routeWebSocket(/ticket=/, (socket) => void socket.close());
    await openChat(page, theoId);
    for (const text of ['Never mind 1', 'Never mind 2']) await sendMessage(page, text);
    await bubble(page, 'Never mind 2').getByText('Sending...').waitFor();

    await page.reload();

    const discardMessage = async (text: string) => {
      await bubble(page, text).getByRole('button', { name: 'Discard' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
      await bubble(page, text).waitFor({ state: 'detached' });
    };

    await discardMessage('Never mind 1');
    await expect.poll(() => readFocusedName(page)).toBe('Retry');

    await discardMessage('Never mind 2');
    await expect.poll(() => readFocusedName(page)).toBe(`Messages with ${theoName}`);

    await page.reload();
    await bubble(page, 'Calm seas').waitFor();
    expect((await readMessageTexts(page)).filter((text) => text.startsWith('Never mind'))).toEqual([]);

    await page.close();
  });
});
