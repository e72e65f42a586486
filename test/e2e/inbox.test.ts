/** Tests of an inbox with several pages of conversations. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERSATIONS_PAGE_SIZE } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import { memberWithId, openChatMember, openSocketMember } from './support/chat-screen.ts';
import { hasFocus } from './support/member-browser.ts';

/** Number of conversations: one full page, and three on the second page. */
const CONVERSATION_COUNT = CONVERSATIONS_PAGE_SIZE + 3;

let launchedBrowser: LaunchedBrowser;
let page: Page;

const rows = () => page.locator('.inbox__row');
const readNames = () => page.locator('.inbox__name').allTextContents();
const loadMoreButton = () => page.getByRole('button', { name: 'Load More Conversations' });

/** Returns the names of these partners, newest conversation first. */
const buildPartnerNames = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Partner ${from - index}`);

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openChatMember(launchedBrowser.browser, 'Much Loved');
  const id = await fetchMemberId(page);
  for (let number = 1; number <= CONVERSATION_COUNT; number += 1) {
    const { socket } = await openSocketMember(`Partner ${number}`);
    await socket.sendMessage(memberWithId(id), `Letter ${number}`);
    await socket.close();
  }

  await page.getByRole('link', { name: /^Messages/ }).click();
  await loadMoreButton().waitFor();
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because the second one loads the page of rows that the later ones need.
describe('inbox with several pages', () => {
  it('counts the unread conversations of all pages', async () => {
    expect(await readNames()).toEqual(
      buildPartnerNames(CONVERSATION_COUNT, CONVERSATION_COUNT - CONVERSATIONS_PAGE_SIZE + 1),
    );
    await page.getByRole('heading', { level: 1 }).getByText(String(CONVERSATION_COUNT), { exact: true }).waitFor();
  });

  it('shows an error with a Retry button below the rows when loading more fails', async () => {
    const nextPageUrl = /\/api\/conversations\?.*cursor=/;
    await page.route(nextPageUrl, (route) => route.abort());
    await loadMoreButton().click();

    const failure = page.getByText('An error occurred while loading conversations');
    await failure.waitFor();
    const failureBox = await failure.boundingBox();
    const lastRowBox = await rows().last().boundingBox();

    expect(failureBox!.y).toBeGreaterThan(lastRowBox!.y);
    expect(await loadMoreButton().evaluate(hasFocus)).toBe(true);

    await page.unroute(nextPageUrl);
    await page.getByRole('button', { name: 'Retry' }).click();

    await expect.poll(readNames).toEqual(buildPartnerNames(CONVERSATION_COUNT, 1));
    expect(await loadMoreButton().count()).toBe(0);
  });

  it('staggers the animation of rows separately for each page', async () => {
    const animationPlaces = await rows().evaluateAll((elements) =>
      elements.map((row) => Number(row.style.getPropertyValue('--place'))),
    );
    expect(animationPlaces).toEqual(
      Array.from({ length: CONVERSATION_COUNT }, (_, place) => place % CONVERSATIONS_PAGE_SIZE),
    );
  });

  it('shows "Reconnecting…" while offline without moving the rows', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    // The offline notice appears above the heading, so only the distance must stay the same.
    const readRowDistance = async () => (await rows().first().boundingBox())!.y - (await heading.boundingBox())!.y;
    const distanceBefore = await readRowDistance();

    await page.context().setOffline(true);
    const reconnectNotice = page.getByText('Reconnecting…');
    await reconnectNotice.waitFor();
    expect(await readRowDistance()).toBeCloseTo(distanceBefore, 1);

    await page.context().setOffline(false);
    await reconnectNotice.waitFor({ state: 'detached' });
  });

  it('moves the focus to the first row of the last page', async () => {
    await page.reload();
    await loadMoreButton().click();

    await expect.poll(readNames).toEqual(buildPartnerNames(CONVERSATION_COUNT, 1));
    expect(await loadMoreButton().count()).toBe(0);
    // The rows appear a moment before the button disappears, which moves the focus.
    await expect.poll(() => page.locator('.inbox__link').nth(CONVERSATIONS_PAGE_SIZE).evaluate(hasFocus)).toBe(true);
  });
});
