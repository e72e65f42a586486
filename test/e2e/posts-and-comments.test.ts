/** Tests of the feed, of comments, and of the lists on profiles in the browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Post } from '../../shared/contract/posts.ts';
import { COMMENTS_PAGE_SIZE, POSTS_PAGE_SIZE } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { RESERVED_DEPTHS } from '../support/reserved-depths.ts';
import { callApi, raiseDepth, uploadFile } from './support/api-calls.ts';
import { hasFocus, openMember, readFocusedLabel, returnToTab } from './support/member-browser.ts';
import { cardOf, comment, dialog, mark, publish, writeComment } from './support/posts-screen.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;

/** Opens a member whose posts are first, because no other test has posts at their depth. */
const openMemberAtReservedDepth = (username: string) =>
  openMember(launchedBrowser.browser, username, { metres: RESERVED_DEPTHS['e2e/posts-and-comments.test.ts'].from });

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  [marina, theo] = await Promise.all([
    openMemberAtReservedDepth(`Marina ${mark}`),
    openMemberAtReservedDepth(`Theo ${mark}`),
  ]);

  for (const text of ['at last', 'Second', 'Third', 'Fourth']) {
    await callApi(marina, 'POST', '/posts', { content: `${text} ${mark}` });
  }
});

afterAll(() => launchedBrowser?.close());

describe('comments', () => {
  const COMMENT_COUNT = 23;

  beforeAll(async () => {
    await publish(marina, 'Ask me anything');
    const { posts } = await callApi<{ posts: Post[] }>(theo, 'GET', '/posts');
    const post = posts.find(({ content }) => content.startsWith('Ask me anything'));
    for (let number = 1; number <= COMMENT_COUNT; number += 1) {
      await callApi(theo, 'POST', `/posts/${post?.id}/comments`, { text: `Question ${number}?` });
    }
  });

  it('disables the Comment button for blank and overlong comments', async () => {
    const card = cardOf(marina, 'Ask me anything');
    const button = card.getByRole('button', { name: 'Comment', exact: true });
    for (const text of ['', ' \t\n', '\u200B\uFEFF', 'x'.repeat(1001)]) {
      await card.getByRole('textbox').fill(text);
      expect(await button.isDisabled(), JSON.stringify(text.slice(0, 5))).toBe(true);
    }

    await card.locator('strong', { hasText: '1 character too many' }).waitFor();
    await card.getByRole('textbox').fill('');
  });

  it('loads comments page by page in order, before a new comment', async () => {
    await expect
      .poll(async () => {
        // Refetches the posts and their newest comments.
        await returnToTab(marina);
        return comment(marina, `Question ${COMMENT_COUNT}?`).count();
      })
      .toBe(1);

    const card = cardOf(marina, 'Ask me anything');
    await card.getByRole('button', { name: `Show all ${COMMENT_COUNT} comments` }).press('Enter');
    const readTexts = () => card.locator('.comment .post-text').allTextContents();
    const buildQuestions = (from: number) =>
      Array.from({ length: COMMENT_COUNT - from + 1 }, (_, index) => `Question ${from + index}?`);
    await expect.poll(readTexts).toEqual(buildQuestions(COMMENT_COUNT - COMMENTS_PAGE_SIZE + 1));

    await card.getByRole('button', { name: 'Show earlier comments' }).press('Enter');
    await expect.poll(readTexts).toEqual(buildQuestions(1));

    await writeComment(marina, 'Ask me anything', 'That is enough.');
    await expect.poll(readTexts).toEqual([...buildQuestions(1), 'That is enough.']);
  });

  it('lets only the authors delete their comments, after confirmation', async () => {
    const card = cardOf(marina, 'Ask me anything');
    const deleteLabel = `Delete your comment on the post by Marina ${mark}`;
    expect(await card.getByRole('button', { name: deleteLabel }).count()).toBe(1);

    await card.getByRole('button', { name: deleteLabel }).press('Enter');
    await dialog(marina).getByRole('heading', { name: 'Delete this comment?' }).waitFor();
    await marina.keyboard.press('Escape');
    await marina.locator('dialog').waitFor({ state: 'detached' });
    expect(await readFocusedLabel(marina)).toBe(deleteLabel);

    await card.getByRole('button', { name: deleteLabel }).press('Enter');
    await dialog(marina).getByRole('button', { name: 'Delete' }).click();
    await comment(marina, 'That is enough.').waitFor({ state: 'detached' });
    await expect.poll(() => marina.evaluate('document.activeElement?.className')).toBe('comment');

    await card.getByText(`${COMMENT_COUNT} comments`, { exact: true }).waitFor();
    await marina.getByText('Your comment has been deleted.').waitFor({ state: 'attached' });
  });

  it('leaves the previous comment on the card when the newest is deleted', async () => {
    await returnToTab(theo);
    const card = cardOf(theo, 'Ask me anything');
    await card.getByRole('button', { name: /^Delete your comment/ }).click();
    await dialog(theo).getByRole('button', { name: 'Delete' }).click();
    await comment(theo, `Question ${COMMENT_COUNT - 1}?`).waitFor();
    await card.getByText(`${COMMENT_COUNT - 1} comments`, { exact: true }).waitFor();
  });
});

describe('feed', () => {
  const POST_COUNT = 9;

  it('loads all posts page by page, and shows a like also on the dashboard', async () => {
    for (let number = 1; number <= POST_COUNT; number += 1) {
      await callApi(theo, 'POST', '/posts', { content: `Log ${number} ${mark}` });
    }

    await theo.getByRole('link', { name: 'View more posts' }).click();
    // The address changes before the screen. Until the heading appears, the articles are those of the dashboard.
    await theo.getByRole('heading', { level: 1, name: 'Find Users' }).waitFor();
    await cardOf(theo, `Log ${POST_COUNT}`).waitFor();
    expect(await theo.getByRole('article').count()).toBe(POSTS_PAGE_SIZE);

    await theo.getByRole('button', { name: 'Load More Posts' }).click();
    await cardOf(theo, 'at last').waitFor();

    await cardOf(theo, `Log ${POST_COUNT}`)
      .getByRole('button', { name: /^Like the post/ })
      .click();
    await theo.getByRole('link', { name: 'Dashboard' }).click();
    await theo.getByRole('heading', { level: 1, name: `Welcome, Theo ${mark}` }).waitFor();

    const likedButton = cardOf(theo, `Log ${POST_COUNT}`).getByRole('button', {
      name: `Like the post by Theo ${mark}, 1 like`,
    });
    await likedButton.waitFor();

    expect(await likedButton.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('profile', () => {
  const FILE_COUNT = 6;

  beforeAll(async () => {
    for (let number = 1; number <= FILE_COUNT; number += 1) {
      await uploadFile(marina, { name: `chart ${number}.txt`, type: 'text/plain', bytes: Buffer.from(`${number}\n`) });
    }

    // The uploads lifted Marina, and a post keeps its author's depth. Lift Theo, so that he sees it.
    await raiseDepth(theo, 1);
    await publish(marina, 'Seen on my profile');

    const { profile } = await callApi<{ profile: { id: string } }>(marina, 'GET', '/me');
    await theo.goto(`${url}/profile/${profile.id}`);
  });

  it('shows five posts of the member first, and more on request', async () => {
    await theo.getByRole('button', { name: 'Load More Posts' }).click();
    await cardOf(theo, 'at last').waitFor();
    expect(await cardOf(theo, 'at last').evaluate(hasFocus)).toBe(true);

    // Four posts of the file's `beforeAll`, `Ask me anything`, and `Seen on my profile`.
    const authors = await theo.locator('.post > .author-line h3').allTextContents();
    expect(authors).toEqual(Array(6).fill(`Marina ${mark}`));
    expect(await theo.getByRole('form', { name: 'New post' }).count()).toBe(0);

    await publish(marina, 'One more for my profile');
    await returnToTab(theo);
    await cardOf(theo, 'One more for my profile').waitFor();
  });

  it('shows five files first, which viewers can like but not delete', async () => {
    await theo.getByRole('tab', { name: 'Files' }).click();
    const cards = theo.getByRole('heading', { level: 3, name: /^chart/ });
    await expect.poll(() => cards.count()).toBe(5);

    await theo.getByRole('button', { name: 'Load More Files' }).click();
    await expect.poll(() => cards.count()).toBe(FILE_COUNT);
    expect(await theo.locator('.file-card').last().evaluate(hasFocus)).toBe(true);

    await theo.getByRole('button', { name: 'Like chart 1.txt' }).click();
    await theo.getByRole('button', { name: 'Like chart 1.txt, 1 like', exact: true }).waitFor();

    expect(await theo.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });
});
