/**
 * A stress test: two members exchange many messages in two tabs each, while their connections are dropped again and
 * again.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Message } from '../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { MIN_MESSAGE_ID } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi, fetchMemberId } from './support/api-calls.ts';
import { readMessageTexts, sendMessage } from './support/chat-screen.ts';
import { type DroppableProxy, startDroppableProxy } from './support/droppable-proxy.ts';
import { openPage, openTab, register } from './support/member-browser.ts';

const MESSAGE_COUNT = 1000;
const DROP_COUNT = 100;

/** Number of tabs: two for each of the two members. One of a member's tabs sends. */
const TAB_COUNT = 4;

/** Maximum number of unsent messages in a page. More would fail on a slow machine: each fails after a minute. */
const MAX_UNSENT = 15;

/** Maximum wait for the next part of the messages, or for all sockets to reopen. Ends hangs. */
const DROP_TIMEOUT_MS = 900_000;

let launchedBrowser: LaunchedBrowser;

/** The proxies of the cloud's ports: one, if page, API, and socket share a port. */
const proxies = new Map<string, DroppableProxy>();

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  const config = (await (await fetch(`${inject('url')}/config.json`)).json()) as RuntimeConfig;
  for (const address of [inject('url'), config.apiUrl, config.socketUrl]) {
    const { port } = new URL(address);
    if (!proxies.has(port)) proxies.set(port, await startDroppableProxy(Number(port)));
  }
});

afterAll(async () => {
  await launchedBrowser?.close();
  for (const proxy of proxies.values()) await proxy.close();
});

/** Replaces the ports of the cloud in a text with the ports of their proxies. */
function replacePorts(text: string): string {
  return text.replace(/(127\.0\.0\.1:)(\d+)/g, (address, host, port) => {
    const proxy = proxies.get(port);
    return proxy ? `${host}${proxy.port}` : address;
  });
}

/** Opens a new member in two tabs, whose connections all go through proxies. */
async function openMemberInTwoTabs(username: string): Promise<[sender: Page, otherTab: Page]> {
  // The page's policy allows connections to the ports of the cloud only.
  const sender = await openPage(launchedBrowser.browser, { bypassCSP: true });
  await routeConfig(sender.context());
  await register(sender, replacePorts(inject('url')), username);
  return [sender, await openTab(sender.context())];
}

/** Makes the pages of a context use the proxies. */
async function routeConfig(context: BrowserContext): Promise<void> {
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: replacePorts(await response.text()) });
  });
}

/** Returns all stored messages from the API, oldest first. */
async function fetchMessages(page: Page, userId: string): Promise<string[]> {
  const texts: string[] = [];
  let after = MIN_MESSAGE_ID;
  let hasMore = true;

  while (hasMore) {
    const path = `/conversations/${userId}?limit=100&after=${after}`;
    const response = await callApi<{ messages: Message[]; more: boolean }>(page, 'GET', path);
    texts.push(...response.messages.map(({ content }) => content));
    after = response.messages.at(-1)?.id ?? after;
    hasMore = response.more;
  }

  return texts;
}

/** Returns how many messages a page shows as unsent. */
const countUnsent = (page: Page) => page.locator('.bubble__foot', { hasText: 'Sending' }).count();

/** Returns how many sockets are open. */
const countSockets = () => [...proxies.values()].reduce((sum, proxy) => sum + proxy.countSockets(), 0);

/**
 * Makes the tabs reconnect if a socket is closed, and returns how many sockets are open.
 *
 * Tabs wait up to 30 s after several short connections, unless the browser reports that it is online again.
 */
async function reconnect(tabs: readonly Page[]): Promise<number> {
  if (countSockets() < TAB_COUNT)
    await Promise.all(tabs.map((tab) => tab.evaluate(`dispatchEvent(new Event('online'))`)));
  return countSockets();
}

/** Drops the connection of each open socket. Returns how many sockets were open. */
const dropSockets = () => [...proxies.values()].reduce((sum, proxy) => sum + proxy.dropSockets(), 0);

describe('a conversation whose connections are dropped', () => {
  it(`shows ${MESSAGE_COUNT} messages once and in order on all tabs after ${DROP_COUNT} drops`, async () => {
    const mark = randomUUID().slice(0, 8);
    const marinaTabs = await openMemberInTwoTabs(`Marina ${mark}`);
    const theoTabs = await openMemberInTwoTabs(`Theo ${mark}`);
    const marinaId = await fetchMemberId(marinaTabs[0]);
    const theoId = await fetchMemberId(theoTabs[0]);

    const origin = replacePorts(inject('url'));
    for (const tab of marinaTabs) await tab.goto(`${origin}/messages/${theoId}`);
    for (const tab of theoTabs) await tab.goto(`${origin}/messages/${marinaId}`);

    const buildTexts = (name: string) => Array.from({ length: MESSAGE_COUNT / 2 }, (_, number) => `${name} ${number}`);
    let submittedCount = 0;
    let droppedCount = 0;

    /** Sends these texts from a page. Waits while too many messages are unsent. */
    const send = async (page: Page, texts: readonly string[]) => {
      for (const text of texts) {
        await sendMessage(page, text);
        submittedCount++;
        if (submittedCount % 5 === 0) await expect.poll(() => countUnsent(page)).toBeLessThan(MAX_UNSENT);
      }
    };

    const tabs = [...marinaTabs, ...theoTabs];

    /** Drops the connections of all tabs after each part of the messages, and waits until all are connected again. */
    const dropAfterEachPart = async () => {
      for (let part = 1; droppedCount < DROP_COUNT; part++) {
        // A part ends with a drop of all sockets. 0.95 places the last drop before the last messages.
        const countAtDrop = (part * MESSAGE_COUNT * TAB_COUNT * 0.95) / DROP_COUNT;
        await expect
          .poll(() => submittedCount, { timeout: DROP_TIMEOUT_MS, interval: 20 })
          .toBeGreaterThan(countAtDrop);

        droppedCount += dropSockets();
        await expect.poll(() => reconnect(tabs), { timeout: DROP_TIMEOUT_MS, interval: 100 }).toBe(TAB_COUNT);
      }
    };

    await expect.poll(countSockets).toBe(TAB_COUNT);
    await Promise.all([
      send(marinaTabs[0], buildTexts('Marina')),
      send(theoTabs[0], buildTexts('Theo')),
      dropAfterEachPart(),
    ]);

    expect(droppedCount).toBeGreaterThanOrEqual(DROP_COUNT);
    await expect.poll(() => fetchMessages(marinaTabs[0], theoId)).toHaveLength(MESSAGE_COUNT);

    const storedTexts = await fetchMessages(marinaTabs[0], theoId);
    for (const name of ['Marina', 'Theo']) {
      expect(storedTexts.filter((text) => text.startsWith(name))).toEqual(buildTexts(name));
    }
    for (const tab of tabs) await expect.poll(() => readMessageTexts(tab)).toEqual(storedTexts);
    // Ends hangs. The test takes a quarter of an hour on a busy machine.
  }, 1_800_000);
});
