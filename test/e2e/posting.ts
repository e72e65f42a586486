import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { register } from './diver.ts';
import { lift } from './past-the-page.ts';

const url = inject('url');

/** Tells the posts of one file's tests from those of others. */
export const mark = randomUUID().slice(0, 8);

/** Registers somebody who then stands so many contributions above whoever has shared nothing. */
export async function newAuthor(browser: Browser, username: string, contributions: number): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await register(page, url, username);
  await lift(page, contributions);
  await page.reload();
  await page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();
  return page;
}

/** Where a post is written. */
export const composer = (page: Page) => page.getByRole('form', { name: 'New post' });
/** Its words. */
export const words = (page: Page) => page.getByRole('textbox', { name: 'Your post' });
/** What publishes it. */
export const postButton = (page: Page) => composer(page).getByRole('button', { name: 'Post', exact: true });
/** The posts of these tests that say this. */
export const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: `${text} ${mark}` });
/** The comments that say this. */
export const comment = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text });
/** What the element that has the focus is called. */
export const focused = (page: Page) => page.evaluate('document.activeElement?.getAttribute("aria-label")');
/** The question that is asked. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** Publishes a post. */
export async function write(page: Page, text: string): Promise<void> {
  await words(page).fill(`${text} ${mark}`);
  await postButton(page).click();
  await cardOf(page, text).waitFor();
}

/** Comments on a post. */
export async function writeComment(page: Page, post: string, text: string): Promise<void> {
  const card = cardOf(page, post);
  await card.getByRole('textbox').fill(text);
  await card.getByRole('button', { name: 'Comment', exact: true }).click();
  await comment(page, text).waitFor();
}
