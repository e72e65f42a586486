import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Every post of a test file contains this text, which separates it from the posts of other tests. */
export const mark = randomUUID().slice(0, 8);

/** The composer: the form for a new post. */
export const composer = (page: Page) => page.getByRole('form', { name: 'New post' });

/** The text field of the composer. */
export const postField = (page: Page) => page.getByRole('textbox', { name: 'Your post' });

/** The composer's submit button. */
export const postButton = (page: Page) => composer(page).getByRole('button', { name: 'Post', exact: true });

/** The cards of this test file's posts with this text. */
export const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: `${text} ${mark}` });

/** The comments with this text. */
export const comment = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text });

/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** Publishes a post and waits until its card appears. */
export async function publish(page: Page, text: string): Promise<void> {
  await postField(page).fill(`${text} ${mark}`);
  await postButton(page).click();
  await cardOf(page, text).waitFor();
}

/** Comments on a post and waits until the comment appears. */
export async function writeComment(page: Page, postText: string, text: string): Promise<void> {
  const card = cardOf(page, postText);
  await card.getByRole('textbox').fill(text);
  await card.getByRole('button', { name: 'Comment', exact: true }).click();
  await comment(page, text).waitFor();
}
