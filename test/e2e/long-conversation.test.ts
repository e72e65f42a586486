/** Tests of a conversation with several pages of messages. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES_PAGE_SIZE, MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import {
  memberWithId,
  openChat,
  openChatMember,
  openSocketMember,
  readMessageTexts,
  type SocketMember,
} from './support/chat-screen.ts';
import { checkScreen } from './support/screen-check.ts';

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

/** Number of messages: two full pages, and some on the third one. */
const MESSAGE_COUNT = 75;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let ownId: string;
let partner: SocketMember;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openChatMember(launchedBrowser.browser, `Marina ${mark}`);
  ownId = await fetchMemberId(page);
  partner = await openSocketMember(`Olga ${mark}`);

  for (let number = 1; number <= MESSAGE_COUNT; number += 1) {
    await partner.socket.sendMessage(memberWithId(ownId), `Log ${number}`);
    // Stays below the rate limit of one member.
    await pause(1000 / MESSAGES_PER_SECOND);
  }
});

afterAll(async () => {
  await partner?.socket.close();
  await launchedBrowser?.close();
});

// The tests run in order, because each one continues where the one before has scrolled to.
describe('long conversation', () => {
  /** Scrolls the messages to this many pixels below their beginning. */
  const scrollTo = (top: number) => page.evaluate(`document.querySelector('.chat-area__scroll').scrollTo(0, ${top})`);

  /** Returns the texts of these messages. */
  const buildLogTexts = (from: number, to = MESSAGE_COUNT) =>
    Array.from({ length: to - from + 1 }, (_, index) => `Log ${from + index}`);

  it('opens at the newest message, with a marker above unread messages', async () => {
    const readDistanceToEnd = () =>
      page.evaluate(`(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.chat-area__scroll');
        return scrollHeight - scrollTop - clientHeight;
      })()`);

    await openChat(page, partner.member.userId);
    await expect.poll(() => readMessageTexts(page)).toEqual(buildLogTexts(MESSAGE_COUNT - MESSAGES_PAGE_SIZE + 1));
    await expect.poll(readDistanceToEnd).toBeLessThan(2);

    await page.locator('.chat-new').waitFor();
  });

  it('loads earlier messages on scroll without moving the visible ones', async () => {
    // One of the first messages on the latest page.
    const readMessageTop = () =>
      page.evaluate<number>(`[...document.querySelectorAll('.bubble')]
        .find((element) => element.textContent.includes('Log ${MESSAGE_COUNT - 27}')).getBoundingClientRect().top`);

    await scrollTo(120);
    const topBefore = await readMessageTop();

    await expect.poll(() => readMessageTexts(page)).toHaveLength(2 * MESSAGES_PAGE_SIZE);
    expect(Math.abs((await readMessageTop()) - topBefore)).toBeLessThan(2);

    await scrollTo(0);
    await expect.poll(() => readMessageTexts(page)).toEqual(buildLogTexts(1));

    await page.getByText('The beginning of your conversation').waitFor();
  });

  it('shows a button that scrolls to new messages below', async () => {
    const newText = `Log ${MESSAGE_COUNT + 1}`;
    await scrollTo(0);
    await partner.socket.sendMessage(memberWithId(ownId), newText);
    const newMessagesButton = page.getByRole('button', { name: 'New messages' });
    await newMessagesButton.waitFor();

    await checkScreen(page, 'chat-news-below');

    await newMessagesButton.press('Enter');
    await newMessagesButton.waitFor({ state: 'detached' });

    expect((await readMessageTexts(page)).at(-1)).toBe(newText);
  });
});
