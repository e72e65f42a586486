/** Tests of the layout of the inbox and of a conversation: sides, heights, names, and scrolling. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import { bubble, memberWithId, openChat, openChatMember, openSocketMember } from './support/chat-screen.ts';
import { resize } from './support/resize.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

/** Matches requests for the inbox. */
const INBOX_URL = /\/api\/conversations(\?|$)/;

const CONTENT = 'A long story about the tide and the time that it took us to get back to the boat. '.repeat(3).trim();
const TWO_HOURS_AGO = new Date(Date.now() - 7_200_000).toISOString();
const MESSAGE_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XAA';

/** The other member of the conversations, as the API returns a member. */
const PARTNER = { id: 'f3a9c1d2-0000-4000-8000-000000000000', username: 'Nils', profilePicture: '', depth: 12.3 };
const NAMELESS_MEMBER = { ...PARTNER, id: 'abcdefgh', username: '' };

/** Matches requests for the conversation with `PARTNER`. */
const CONVERSATION_URL = new RegExp(`/api/conversations/${PARTNER.id}`);

let launchedBrowser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openChatMember(launchedBrowser.browser, `Mona ${mark}`);
  ownId = await fetchMemberId(page);
});

afterAll(() => launchedBrowser?.close());

describe('inbox and conversation layout', () => {
  const buildInboxRow = (user: typeof PARTNER) => ({
    id: `${user.id}_${ownId}`,
    user,
    lastMessage: { id: MESSAGE_ID, content: CONTENT, senderId: user.id, timestamp: TWO_HOURS_AGO },
    lastUpdated: TWO_HOURS_AGO,
    unreadCount: 1,
  });

  const buildMessage = (id: string, sender: string) => ({
    id,
    clientMessageId: id,
    sender,
    recipient: '',
    content: CONTENT,
    timestamp: TWO_HOURS_AGO,
  });

  /** Builds a response with the whole conversation with a member, of which neither member has read any message. */
  const buildConversation = (user: typeof PARTNER, messages: ReturnType<typeof buildMessage>[]) => ({
    success: true,
    user,
    messages,
    more: false,
    read: { own: null, other: null },
    left: false,
    missingMetres: 0,
  });

  /** Makes the page receive this JSON as the response to each request that matches. */
  const replaceResponse = (matcher: RegExp, json: object) => page.route(matcher, (route) => route.fulfill({ json }));

  /** Opens a page of the site, and waits until it shows that it is loading, and then until it has loaded. */
  async function openWhileHeld(path: string, matcher: RegExp, heading: string): Promise<void> {
    const release = await holdRequests(page, matcher);
    await page.goto(`${url}${path}`);
    await page.getByText('Loading...').waitFor();

    release();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  const readStyle = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle([...document.querySelectorAll('${selector}')].at(-1)).${property}`);

  it('describes each conversation in the inbox, and caps the unread count at "99+"', async () => {
    const conversations = [PARTNER, NAMELESS_MEMBER].map(buildInboxRow);
    await replaceResponse(INBOX_URL, { success: true, unreadTotal: 100, cursor: 'more', conversations });
    await openWhileHeld('/messages', INBOX_URL, 'Messages 99+ unread messages');

    const row = page.locator('.inbox__link--unread').first();
    expect(await row.getAttribute('href')).toBe(`/messages/${PARTNER.id}`);

    for (const text of ['Nils', '2 hours ago', '12.30m deep', CONTENT])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.locator('.avatar').textContent()).toBe('N');

    await page.locator('.inbox__link', { hasText: 'User_abcde' }).waitFor();
    expect(await readStyle('.inbox__last', 'maxInlineSize')).toBe('min(250px, 100%)');
    expect(await readStyle('.inbox__last', 'textOverflow')).toBe('ellipsis');

    // The second row appears a moment after the first one.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await readStyle('.inbox__row', 'animationDelay')).toBe('0.05s');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.unroute(INBOX_URL);
  });

  it('shows own messages on the right and other messages on the left, in 60% of the window height', async () => {
    const messages = [buildMessage(MESSAGE_ID, PARTNER.id), buildMessage('01KAHQ3V7V8Z5T0F4M2S6R9XBB', ownId)];
    await replaceResponse(CONVERSATION_URL, buildConversation(PARTNER, messages));
    await openWhileHeld(`/messages/${PARTNER.id}`, CONVERSATION_URL, 'Nils');

    expect(await page.locator('.chat-heading .avatar').textContent()).toBe('N');
    expect(await page.getByRole('link', { name: 'Back to Messages' }).getAttribute('href')).toBe('/messages');

    const area = (await page.locator('.chat-area__scroll').boundingBox())!;
    expect(area.height).toBeCloseTo(0.6 * page.viewportSize()!.height, 0);

    /** Returns the free width to the left and to the right of a bubble. */
    const measureMargins = ({ x, width }: typeof area) => {
      const left = x - area.x;
      return { left, right: area.width - width - left };
    };

    const partnerBubble = (await page.locator('.bubble--other').boundingBox())!;
    const ownBubble = (await page.locator('.bubble--own').boundingBox())!;

    expect(measureMargins(partnerBubble).left).toBeLessThan(measureMargins(partnerBubble).right);
    expect(measureMargins(ownBubble).left).toBeGreaterThan(measureMargins(ownBubble).right);

    for (const { width } of [partnerBubble, ownBubble]) expect(width).toBeLessThanOrEqual(0.7 * area.width);
    expect(await readStyle('.bubble', 'maxInlineSize')).toBe('70%');
    expect(await page.locator('.bubble--own time').textContent()).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);

    await page.unroute(CONVERSATION_URL);
  });

  it('shows the whole text of an empty conversation on a phone, even with a name of 30 wide letters', async () => {
    await replaceResponse(CONVERSATION_URL, buildConversation({ ...PARTNER, username: 'W'.repeat(30) }, []));

    const sizeBefore = page.viewportSize()!;
    await resize(page, { width: 390, height: 844 });
    await openChat(page, PARTNER.id);
    await page.getByText('Say hello!').waitFor();

    const [text, area] = await page.evaluate<{ left: number; right: number }[]>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.chat-area__empty'));
      return [range, document.querySelector('.chat-area__scroll')].map((target) => target.getBoundingClientRect().toJSON());
    })()`);

    expect(text!.left).toBeGreaterThanOrEqual(area!.left);
    expect(text!.right).toBeLessThanOrEqual(area!.right);

    await resize(page, sizeBefore);
    await page.unroute(CONVERSATION_URL);
  });
});

describe('conversation', () => {
  /** Rejects the page's first read receipt with an error frame, and forwards all other frames to the server. */
  const rejectFirstReceipt = () =>
    page.routeWebSocket(/ticket=/, (route) => {
      const server = route.connectToServer();
      let wasRejected = false;
      route.onMessage((frame) => {
        const { action, userId } = JSON.parse(String(frame));
        if (action !== 'markRead' || wasRejected) return server.send(frame);

        wasRejected = true;
        const error = { code: 'Throttled', error: 'Not now.', action, userId, retryAfterSeconds: 1 };
        route.send(JSON.stringify({ type: 'error', ...error }));
      });
    });

  /** Records the behaviour of each later scroll that the page makes as `scrollBehaviors`. */
  const recordScrolls = () =>
    page.evaluate(`{
      const scrollTo = Element.prototype.scrollTo;
      window.scrollBehaviors = [];
      Element.prototype.scrollTo = function (options) {
        scrollBehaviors.push(options.behavior);
        return scrollTo.call(this, options);
      };
    }`);

  /** Returns how many pixels the messages can still be scrolled down. */
  const readDistanceToEnd = () =>
    page.evaluate<number>(`(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.chat-area__scroll');
      return scrollHeight - scrollTop - clientHeight;
    })()`);

  it('logs a failed read receipt and still shows the messages', async () => {
    const { member, socket } = await openSocketMember(`Nils ${mark}`);
    await socket.sendMessage(memberWithId(ownId), 'Ahoy down there');
    await rejectFirstReceipt();

    const consoleMessage = page.waitForEvent('console', (message) =>
      /^The server rejected a frame/.test(message.text()),
    );
    await openChat(page, member.userId);
    await bubble(page, 'Ahoy down there').waitFor();
    await consoleMessage;
    expect(await page.getByRole('alert').getByText(/./).count()).toBe(0);

    // The page sends the receipt again.
    await socket.nextFrame('read', ({ userId }) => userId === member.userId);
    await socket.close();
  });

  it('scrolls smoothly to new messages unless reduced motion is preferred', async () => {
    const { member, socket } = await openSocketMember(`Sven ${mark}`);
    await page.emulateMedia({ reducedMotion: 'no-preference' });

    for (const label of ['One', 'Two', 'Three'])
      await socket.sendMessage(memberWithId(ownId), `${label}\n${'down\n'.repeat(20)}`);
    await socket.sendMessage(memberWithId(ownId), 'The bottom');
    await openChat(page, member.userId);
    await bubble(page, 'The bottom').waitFor();

    await recordScrolls();
    await socket.sendMessage(memberWithId(ownId), 'Below it');
    await bubble(page, 'Below it').waitFor();

    await expect.poll(() => page.evaluate('scrollBehaviors')).toContain('smooth');
    await expect.poll(readDistanceToEnd).toBeLessThan(2);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await socket.close();
  });
});
