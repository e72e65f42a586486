import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import { bubble, memberWithId, openChat, openChatMember, openSocketMember } from './support/chat-screen.ts';
import { resize } from './support/resize.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openChatMember(browser.browser, `Mona ${mark}`);
  ownId = await fetchMemberId(page);
});

afterAll(() => browser?.close());

describe('inbox and conversation layout', () => {
  const CONVERSATIONS = /\/api\/conversations(\?|$)/;
  /** The time two hours ago. */
  const timestamp = new Date(Date.now() - 7_200_000).toISOString();
  const partner = { id: 'f3a9c1d2-0000-4000-8000-000000000000', username: 'Nils', profilePicture: '', depth: 12.3 };
  const namelessMember = { ...partner, id: 'abcdefgh', username: '' };
  const content = 'A long story about the tide and the time that it took us to get back to the boat. '.repeat(3).trim();

  const buildConversation = (user: typeof partner, place: number) => ({
    id: `${user.id}_${ownId}`,
    user,
    lastMessage: { id: `01KAHQ3V7V8Z5T0F4M2S6R9X${20 - place}`, content, senderId: user.id, timestamp },
    lastUpdated: timestamp,
    unreadCount: 1,
  });

  const readStyle = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle([...document.querySelectorAll('${selector}')].at(-1)).${property}`);

  it('describes each conversation in the inbox, and caps the unread count at "99+"', async () => {
    const conversations = [partner, namelessMember].map(buildConversation);
    const json = { success: true, unreadTotal: 100, cursor: 'more', conversations };
    await page.route(CONVERSATIONS, (route) => route.fulfill({ json }));
    const release = await holdRequests(page, CONVERSATIONS);
    await page.goto(`${url}/messages`);
    await page.getByText('Loading...').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Messages 99+ unread messages' }).waitFor();

    const row = page.locator('.inbox__link--unread').first();
    expect(await row.getAttribute('href')).toBe(`/messages/${partner.id}`);
    for (const text of ['Nils', '2 hours ago', '12.30m deep', content])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.locator('.avatar').textContent()).toBe('N');

    await page.locator('.inbox__link', { hasText: 'User_abcde' }).waitFor();
    expect(await readStyle('.inbox__last', 'maxInlineSize')).toBe('min(250px, 100%)');
    expect(await readStyle('.inbox__last', 'textOverflow')).toBe('ellipsis');

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await readStyle('.inbox__row', 'animationDelay')).toBe('0.05s');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.unroute(CONVERSATIONS);
  });

  it('shows own messages on the right and other messages on the left, in 60% of the window height', async () => {
    const conversationUrl = new RegExp(`/api/conversations/${partner.id}`);

    const buildMessage = (id: string, sender: string) => ({
      id,
      clientMessageId: id,
      sender,
      recipient: '',
      content,
      timestamp,
    });
    const messages = [
      buildMessage('01KAHQ3V7V8Z5T0F4M2S6R9XAA', partner.id),
      buildMessage('01KAHQ3V7V8Z5T0F4M2S6R9XBB', ownId),
    ];
    const read = { own: null, other: null };
    const json = { success: true, user: partner, messages, more: false, read, left: false, missingMetres: 0 };
    await page.route(conversationUrl, (route) => route.fulfill({ json }));

    const release = await holdRequests(page, conversationUrl);
    await page.goto(`${url}/messages/${partner.id}`);
    await page.getByText('Loading...').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Nils' }).waitFor();

    expect(await page.locator('.chat-heading .avatar').textContent()).toBe('N');
    expect(await page.getByRole('link', { name: 'Back to Messages' }).getAttribute('href')).toBe('/messages');

    const area = (await page.locator('.chat-area__scroll').boundingBox())!;
    expect(area.height).toBeCloseTo(0.6 * page.viewportSize()!.height, 0);

    const partnerBubble = (await page.locator('.bubble--other').boundingBox())!;
    const ownBubble = (await page.locator('.bubble--own').boundingBox())!;
    expect(partnerBubble.x - area.x).toBeLessThan(area.x + area.width - partnerBubble.x - partnerBubble.width);
    expect(ownBubble.x - area.x).toBeGreaterThan(area.x + area.width - ownBubble.x - ownBubble.width);
    for (const { width } of [partnerBubble, ownBubble]) expect(width).toBeLessThanOrEqual(0.7 * area.width);
    expect(await readStyle('.bubble', 'maxInlineSize')).toBe('70%');
    expect(await page.locator('.bubble--own time').textContent()).toMatch(/^\d\d:\d\d( [AP]M)?$/);

    await page.unroute(conversationUrl);
  });

  it('shows the whole text of an empty conversation on a phone, even with a name of 30 wide letters', async () => {
    const conversationUrl = new RegExp(`/api/conversations/${partner.id}`);
    const user = { ...partner, username: 'W'.repeat(30) };
    const read = { own: null, other: null };
    const json = { success: true, user, messages: [], more: false, read, left: false, missingMetres: 0 };
    await page.route(conversationUrl, (route) => route.fulfill({ json }));

    const sizeBefore = page.viewportSize()!;
    await resize(page, { width: 390, height: 844 });
    await openChat(page, partner.id);
    await page.getByText('Say hello!').waitFor();

    const [text, area] = await page.evaluate<{ left: number; right: number }[]>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.chat-area__empty'));
      return [range, document.querySelector('.chat-area__scroll')].map((target) => target.getBoundingClientRect().toJSON());
    })()`);

    expect(text!.left).toBeGreaterThanOrEqual(area!.left);
    expect(text!.right).toBeLessThanOrEqual(area!.right);

    await resize(page, sizeBefore);
    await page.unroute(conversationUrl);
  });
});

describe('conversation', () => {
  it('logs a failed read receipt and still shows the messages', async () => {
    const { member, socket } = await openSocketMember(`Nils ${mark}`);
    await socket.sendMessage(memberWithId(ownId), 'Ahoy down there');

    await page.routeWebSocket(/ticket=/, (route) => {
      const server = route.connectToServer();
      // Refuses only the first receipt, so that the page's repeated one succeeds.
      let wasRefused = false;
      route.onMessage((frame) => {
        const { action, userId } = JSON.parse(String(frame));
        if (action !== 'markRead' || wasRefused) return server.send(frame);

        wasRefused = true;
        const error = { code: 'Throttled', error: 'Not now.', action, userId, retryAfterSeconds: 1 };
        route.send(JSON.stringify({ type: 'error', ...error }));
      });
    });

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

    await page.evaluate(`{
      const scrollTo = Element.prototype.scrollTo;
      window.scrollBehaviors = [];
      Element.prototype.scrollTo = function (options) {
        scrollBehaviors.push(options.behavior);
        return scrollTo.call(this, options);
      };
    }`);
    await socket.sendMessage(memberWithId(ownId), 'Below it');
    await bubble(page, 'Below it').waitFor();
    await expect.poll(() => page.evaluate('scrollBehaviors')).toContain('smooth');

    const readDistanceToEnd = () =>
      page.evaluate<number>(`(() => {
        const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.chat-area__scroll');
        return scrollHeight - scrollTop - clientHeight;
      })()`);
    await expect.poll(readDistanceToEnd).toBeLessThan(2);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await socket.close();
  });
});
