import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Message } from '../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { Member, speakTo } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { register } from './diver.ts';
import { ask } from './past-the-page.ts';

const url = inject('url');

/** Notifications as a browser has them, undecided at first; what was shown is seen from every tab. */
const NOTIFICATIONS = `window.Notification = class {
  static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
  static async requestPermission() { localStorage.setItem('test.permission', 'granted'); return 'granted'; }
  constructor(title, { body, tag }) {
    const shown = JSON.parse(localStorage.getItem('test.shown') ?? '[]');
    if (!shown.some((one) => one.tag === tag)) shown.push({ title, body, tag });
    localStorage.setItem('test.shown', JSON.stringify(shown));
    window.lastNotification = this;
  }
  close() {}
}`;

/** Registers somebody in a browser of their own, whose notifications {@link shownNotifications} tells. */
export async function newDiver(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(NOTIFICATIONS);
  const page = await newTab(context);
  await register(page, url, username);
  return page;
}

/** One more tab of the same member. */
export async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** The id of the page's member. */
export const idOf = async (page: Page) => (await ask<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;
/** Opens the conversation with a member. */
export const openChat = (page: Page, userId: string) => page.goto(`${url}/messages/${userId}`);
/** Where a message is written. */
export const field = (page: Page) => page.getByPlaceholder('Type your message...');
/** What sends it. */
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
/** What has been said, or is about to be. */
export const bubbles = (page: Page) => page.locator('.bubble__text');
/** The one message that says this. */
export const bubble = (page: Page, text: string) =>
  page.locator('.bubble').filter({ has: page.getByText(text, { exact: true }) });
/** The messages as the page shows them, from the first to the last. */
export const texts = (page: Page) => bubbles(page).allTextContents();
/** The number beside the way to the messages. */
export const badge = (page: Page) => page.getByRole('link', { name: /^Messages/ }).locator('.unread-badge');
/** The notifications that the page's member has seen on any tab. */
export const shownNotifications = async (page: Page): Promise<{ title: string; body: string }[]> =>
  JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('test.shown')`)) ?? '[]');

/** Says something, and waits for nothing. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Says something, and waits until it is stored. */
export async function sayForSure(page: Page, text: string): Promise<void> {
  await say(page, text);
  await bubble(page, text).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
}

/** The messages as the API has them, from the first to the last. */
export const stored = async (page: Page, userId: string) =>
  (await ask<{ messages: Message[] }>(page, 'GET', `/conversations/${userId}?limit=100`)).messages.map(
    ({ content }) => content,
  );

/** Somebody past the pages. */
export interface Writer {
  readonly member: Member;
  readonly socket: MemberSocket;
}

/** Registers somebody past the pages, who can write. */
export async function newWriter(username: string): Promise<Writer> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  speakTo({ config, confirmByAdmin: false, lacks: {} });
  const member = await Member.register(username);
  await member.depth();
  return { member, socket: await MemberSocket.open(member, config.socketUrl) };
}

/** As {@link newWriter}'s: what a socket says is said to an id. */
export const asMember = (userId: string) => ({ userId }) as Member;
