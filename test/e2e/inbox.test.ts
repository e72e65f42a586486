import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERSATIONS_PAGE_SIZE } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { idOf } from './support/api-calls.ts';
import { asMember, newWriter, openChatMember } from './support/chat-screen.ts';
import { hasFocus } from './support/member-browser.ts';

const COUNT = CONVERSATIONS_PAGE_SIZE + 3;

let browser: LaunchedBrowser;
let page: Page;

const rows = () => page.locator('.inbox__row');
const names = () => page.locator('.inbox__name').allTextContents();
const more = () => page.getByRole('button', { name: 'Load More Conversations' });
const writers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Writer ${from - index}`);

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openChatMember(browser.browser, 'Much Loved');
  const id = await idOf(page);
  for (let number = 1; number <= COUNT; number += 1) {
    const { socket } = await newWriter(`Writer ${number}`);
    await socket.say(asMember(id), `Letter ${number}`);
    await socket.close();
  }
  await page.getByRole('link', { name: /^Messages/ }).click();
  await more().waitFor();
});

afterAll(() => browser?.close());

describe('an inbox of more than one page', () => {
  it('counts what is unread on all of them', async () => {
    expect(await names()).toEqual(writers(COUNT, COUNT - CONVERSATIONS_PAGE_SIZE + 1));
    await page.getByRole('heading', { level: 1 }).getByText(String(COUNT), { exact: true }).waitFor();
  });

  it('says below its rows that there is no more to be had for now, and tries again', async () => {
    const next = /\/api\/conversations\?.*cursor=/;
    await page.route(next, (route) => route.abort());
    await more().click();
    const failure = page.getByText('An error occurred while loading conversations');
    await failure.waitFor();
    const [below, last] = [await failure.boundingBox(), await rows().last().boundingBox()];
    expect(below!.y).toBeGreaterThan(last!.y);
    expect(await more().evaluate(hasFocus)).toBe(true);
    await page.unroute(next);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(names).toEqual(writers(COUNT, 1));
    expect(await more().count()).toBe(0);
  });

  it('has the rows of each page come in one after the other, and none wait for those of another', async () => {
    const places = await rows().evaluateAll((all) => all.map((row) => Number(row.style.getPropertyValue('--place'))));
    expect(places).toEqual(Array.from({ length: COUNT }, (_, place) => place % CONVERSATIONS_PAGE_SIZE));
  });

  it('says that it waits for a connection, and moves nothing meanwhile', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    // That the browser is offline is said above all of it.
    const distance = async () => (await rows().first().boundingBox())!.y - (await heading.boundingBox())!.y;
    const before = await distance();
    await page.context().setOffline(true);
    const waiting = page.getByText('Reconnecting…');
    await waiting.waitFor();
    expect(await distance()).toBeCloseTo(before, 1);
    await page.context().setOffline(false);
    await waiting.waitFor({ state: 'detached' });
  });

  it('passes the keyboard on to the first of the last rows', async () => {
    await page.reload();
    await more().click();
    await expect.poll(names).toEqual(writers(COUNT, 1));
    expect(await more().count()).toBe(0);
    expect(await page.locator('.inbox__link').nth(CONVERSATIONS_PAGE_SIZE).evaluate(hasFocus)).toBe(true);
  });
});
