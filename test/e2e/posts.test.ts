import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Post } from '../../shared/contract/posts.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { expectGoodScreen, register, share } from './diver.ts';
import { ask, comeBack, lift } from './past-the-page.ts';
import { photograph, SECRET } from './photograph.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [marina, theo] = (await Promise.all([`Marina ${mark}`, `Theo ${mark}`].map(newDiver))) as [Page, Page];
});

afterAll(() => browser?.close());

/** Somebody who stands above everybody else of these tests, so that these posts are on top. */
async function newDiver(username: string): Promise<Page> {
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await register(page, url, username);
  await lift(page, 20);
  await page.reload();
  await page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();
  return page;
}

const composer = (page: Page) => page.getByRole('form', { name: 'New post' });
const words = (page: Page) => page.getByRole('textbox', { name: 'Your post' });
const postButton = (page: Page) => composer(page).getByRole('button', { name: 'Post', exact: true });
const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: `${text} ${mark}` });
const comment = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text });
const focused = (page: Page) => page.evaluate('document.activeElement?.getAttribute("aria-label")');
const dialog = (page: Page) => page.getByRole('dialog');

async function write(page: Page, text: string): Promise<void> {
  await words(page).fill(`${text} ${mark}`);
  await postButton(page).click();
  await cardOf(page, text).waitFor();
}

async function writeComment(page: Page, post: string, text: string): Promise<void> {
  const card = cardOf(page, post);
  await card.getByRole('textbox').fill(text);
  await card.getByRole('button', { name: 'Comment', exact: true }).click();
  await comment(page, text).waitFor();
}

describe('a post that is being written', () => {
  it('cannot be sent while it says nothing, or too much', async () => {
    for (const nothing of ['', '   \n', '\u200B\u2060']) {
      await words(marina).fill(nothing);
      expect(await postButton(marina).isDisabled(), JSON.stringify(nothing)).toBe(true);
    }
    await words(marina).fill('🐙'.repeat(5001));
    await composer(marina).getByText('5,001 / 5,000').waitFor();
    await composer(marina).locator('strong', { hasText: '1 character too many' }).waitFor();
    expect(await postButton(marina).isDisabled()).toBe(true);
    await expectGoodScreen(marina, 'composer-too-long');
    await words(marina).fill('🐙'.repeat(5000));
    await composer(marina).getByText('5,000 / 5,000').waitFor();
    expect(await postButton(marina).isDisabled()).toBe(false);
  });

  it('waits for whoever looks around meanwhile', async () => {
    await words(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Files', exact: true }).click();
    await marina.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await marina.goBack();
    await expect.poll(() => words(marina).inputValue()).toBe('Half a thought');
    await words(marina).fill('');
  });

  it.each([
    [
      'reef.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'Please upload an image file',
    ],
    ['reef.png', 'image/png', Buffer.from('<html><script>alert(1)</script>'), 'Please upload an image file'],
    ['reef.png', 'image/png', Buffer.alloc(5_242_881), 'Image size must be less than 5MB'],
  ])('takes no %s of %s that is none, or is too large', async (name, mimeType, buffer, problem) => {
    await composer(marina).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await composer(marina).getByText(problem).waitFor();
    expect(await composer(marina).getByRole('img').count()).toBe(0);
  });
});

describe('a post among members', () => {
  const LINK = 'https://reef.example/ray_(fish)';
  const ALT = 'A ray from below, against the light';

  it('is published by keyboard, inert, with a link and an upright picture that tells nothing else', async () => {
    const photo = await photograph(marina, 3000, 1500);
    expect(photo.includes(SECRET)).toBe(true);
    await words(marina).fill(`A <b>ray</b> (${LINK}), at last ${mark}`);
    await composer(marina)
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer: photo });
    await composer(marina).getByRole('img', { name: 'The picture of your post' }).waitFor();
    await expect.poll(() => composer(marina).locator('input:focus').count()).toBe(1);
    await marina.keyboard.type(ALT);
    await expectGoodScreen(marina, 'composer-picture');
    await words(marina).press('Control+Enter');
    const card = cardOf(marina, 'at last');
    const picture = card.getByRole('img', { name: ALT });
    await picture.waitFor();
    await expect.poll(() => focused(marina)).toBe('Your post');
    expect(await words(marina).inputValue()).toBe('');

    expect(await card.locator('b').count()).toBe(0);
    await card.getByText('A <b>ray</b>').waitFor();
    const link = card.getByRole('link', { name: LINK });
    expect(await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
      LINK,
      '_blank',
      'noopener noreferrer nofollow ugc',
    ]);
    const size = 'img => img.complete && [img.naturalWidth, img.naturalHeight]';
    await expect.poll(() => picture.evaluate(`(${size})(document.querySelector('.post img'))`)).toEqual([1024, 2048]);
    const stored = await (await marina.request.get((await picture.getAttribute('src')) ?? '')).body();
    expect(stored.includes(SECRET) || stored.includes('Exif')).toBe(false);
  });

  it('is liked and answered by another, which its author sees without loading the page anew', async () => {
    await comeBack(theo);
    await cardOf(theo, 'at last').getByRole('img', { name: ALT }).waitFor();
    await cardOf(theo, 'at last')
      .getByRole('button', { name: /^Like the post/ })
      .press('Enter');
    await writeComment(theo, 'at last', 'Where was that? www.maps.example');
    await expect.poll(() => focused(theo)).toBe(`Comment on the post by Marina ${mark}`);

    const card = cardOf(marina, 'at last');
    const like = card.getByRole('button', { name: `Like the post by Marina ${mark}, 1 like`, exact: true });
    await expect
      .poll(async () => {
        await comeBack(marina);
        return (await like.count()) + (await comment(marina, 'Where was that?').count());
      })
      .toBe(2);
    expect(await like.getAttribute('aria-pressed')).toBe('false');
    await card.getByText('1 comment', { exact: true }).waitFor();
    const link = card.getByRole('link', { name: 'www.maps.example' });
    expect(await link.getAttribute('href')).toBe('https://www.maps.example/');
    await expectGoodScreen(marina, 'dashboard-with-posts');
  });

  it('is as it was, with a reason, when a like cannot be saved', async () => {
    await theo.route(/\/api\/posts\/\w+\/like$/, (route) => route.abort());
    const like = cardOf(theo, 'at last').getByRole('button', { name: /^Like the post/ });
    await like.click();
    await cardOf(theo, 'at last').getByText('Your like could not be saved.').waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    await theo.unroute(/\/api\/posts\/\w+\/like$/);
  });

  it('is there once, however often it was sent', async () => {
    const lost = /\/api\/posts$/;
    await marina.route(lost, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await words(marina).fill(`Once ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('Your post could not be published.').waitFor();
    await marina.unroute(lost);
    await postButton(marina).click();
    await cardOf(marina, 'Once').waitFor();
    const me = await ask<{ profile: { id: string } }>(marina, 'GET', '/me');
    const { posts } = await ask<{ posts: Post[] }>(marina, 'GET', `/users/${me.profile.id}/posts`);
    expect(posts.filter(({ content }) => content === `Once ${mark}`)).toHaveLength(1);
  });

  it('loses no word that was changed after it had arrived unnoticed', async () => {
    const lost = /\/api\/posts$/;
    await marina.route(lost, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await words(marina).fill(`First version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('Your post could not be published.').waitFor();
    await marina.unroute(lost);
    await words(marina).fill(`Second version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('An earlier version of this post has arrived already.').waitFor();
    await cardOf(marina, 'First version').waitFor();
    await postButton(marina).click();
    await cardOf(marina, 'Second version').waitFor();
  });
});

describe('comments', () => {
  const COUNT = 23;

  beforeAll(async () => {
    await write(marina, 'Ask me anything');
    const { posts } = await ask<{ posts: Post[] }>(theo, 'GET', '/posts');
    const post = posts.find(({ content }) => content.startsWith('Ask me anything'));
    for (let number = 1; number <= COUNT; number += 1) {
      await ask(theo, 'POST', `/posts/${post?.id}/comments`, { text: `Question ${number}?` });
    }
  });

  it('are sent only when they say something, and not too much', async () => {
    const card = cardOf(marina, 'Ask me anything');
    const button = card.getByRole('button', { name: 'Comment', exact: true });
    for (const text of ['', ' \t\n', '\u200B\uFEFF', 'x'.repeat(1001)]) {
      await card.getByRole('textbox').fill(text);
      expect(await button.isDisabled(), JSON.stringify(text.slice(0, 5))).toBe(true);
    }
    await card.locator('strong', { hasText: '1 character too many' }).waitFor();
    await card.getByRole('textbox').fill('');
  });

  it('are shown from the newest back to the first, each in its place', async () => {
    await expect
      .poll(async () => {
        await comeBack(marina);
        return comment(marina, `Question ${COUNT}?`).count();
      })
      .toBe(1);
    const card = cardOf(marina, 'Ask me anything');
    await card.getByRole('button', { name: `Show all ${COUNT} comments` }).press('Enter');
    const shown = () => card.locator('.comment .post-text').allTextContents();
    const questions = (from: number) =>
      Array.from({ length: COUNT - from + 1 }, (_, index) => `Question ${from + index}?`);
    await expect.poll(shown).toEqual(questions(COUNT - 19));
    await card.getByRole('button', { name: 'Show earlier comments' }).press('Enter');
    await expect.poll(shown).toEqual(questions(1));
    await expectGoodScreen(marina, 'comments');
    await writeComment(marina, 'Ask me anything', 'That is enough.');
    await expect.poll(shown).toEqual([...questions(1), 'That is enough.']);
  });

  it('are deleted by their authors alone, who are asked first', async () => {
    const card = cardOf(marina, 'Ask me anything');
    const name = `Delete your comment on the post by Marina ${mark}`;
    expect(await card.getByRole('button', { name }).count()).toBe(1);
    await card.getByRole('button', { name }).press('Enter');
    await dialog(marina).getByRole('heading', { name: 'Delete this comment?' }).waitFor();
    await marina.keyboard.press('Escape');
    await dialog(marina).waitFor({ state: 'detached' });
    expect(await focused(marina)).toBe(name);
    await card.getByRole('button', { name }).press('Enter');
    await dialog(marina).getByRole('button', { name: 'Delete' }).click();
    await comment(marina, 'That is enough.').waitFor({ state: 'detached' });
    await expect.poll(() => marina.evaluate('document.activeElement?.className')).toBe('comment');
    await card.getByText(`${COUNT} comments`, { exact: true }).waitFor();
    await card.getByText('Your comment has been deleted.').waitFor({ state: 'attached' });
  });

  it('leave the one before them on the card when the newest goes', async () => {
    await comeBack(theo);
    const card = cardOf(theo, 'Ask me anything');
    await card.getByRole('button', { name: /^Delete your comment/ }).click();
    await dialog(theo).getByRole('button', { name: 'Delete' }).click();
    await comment(theo, `Question ${COUNT - 1}?`).waitFor();
    await card.getByText(`${COUNT - 1} comments`, { exact: true }).waitFor();
  });
});

describe('a post that goes', () => {
  it('is deleted by its author alone, who is asked first', async () => {
    await write(marina, 'Not for long');
    await comeBack(theo);
    const seen = cardOf(theo, 'Not for long');
    await seen.waitFor();
    expect(await seen.getByRole('button', { name: 'Delete your post' }).count()).toBe(0);

    const remove = cardOf(marina, 'Not for long').getByRole('button', { name: 'Delete your post' });
    await remove.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Keep it' }).click();
    expect(await focused(marina)).toBe('Delete your post');
    await remove.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Delete' }).click();
    await cardOf(marina, 'Not for long').waitFor({ state: 'detached' });
    await expect.poll(() => focused(marina)).toBe(`Post by Marina ${mark}`);
  });

  it('says so to whoever still sees it and likes it', async () => {
    await cardOf(theo, 'Not for long')
      .getByRole('button', { name: /^Like the post/ })
      .click();
    await theo.getByText('This post is no longer there, or has risen above you.').waitFor();
    await cardOf(theo, 'Not for long').waitFor({ state: 'detached' });
    await expectGoodScreen(theo, 'post-gone');
  });
});

describe('the feed', () => {
  const MORE = 9;

  it('has all posts, page after page, and likes there are likes everywhere', async () => {
    for (let number = 1; number <= MORE; number += 1) {
      await ask(theo, 'POST', '/posts', { content: `Log ${number} ${mark}` });
    }
    await theo.getByRole('link', { name: 'View more posts' }).click();
    await theo.waitForURL('**/search?tab=posts');
    await cardOf(theo, `Log ${MORE}`).waitFor();
    expect(await theo.getByRole('article').count()).toBe(10);
    await theo.getByRole('button', { name: 'Load More Posts' }).click();
    await cardOf(theo, 'at last').waitFor();
    await expectGoodScreen(theo, 'feed');

    await cardOf(theo, `Log ${MORE}`)
      .getByRole('button', { name: /^Like the post/ })
      .click();
    await theo.getByRole('link', { name: 'Dashboard' }).click();
    const liked = cardOf(theo, `Log ${MORE}`).getByRole('button', { name: `Like the post by Theo ${mark}, 1 like` });
    await liked.waitFor();
    expect(await liked.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('what a profile shows of its member', () => {
  const FILES = 6;

  beforeAll(async () => {
    for (let number = 1; number <= FILES; number += 1) {
      await share(marina, url, { name: `chart ${number}.txt`, type: 'text/plain', bytes: Buffer.from(`${number}\n`) });
    }
    // Whoever shares something rises, and takes the next thing up along.
    await lift(theo, 1);
    await write(marina, 'Seen on my profile');
    const { profile } = await ask<{ profile: { id: string } }>(marina, 'GET', '/me');
    await theo.goto(`${url}/profile/${profile.id}`);
  });

  it('is their posts, five at first, and those of nobody else', async () => {
    await theo.getByRole('button', { name: 'Load More Posts' }).click();
    await cardOf(theo, 'at last').waitFor();
    const authors = await theo.locator('.post > .author-line h3').allTextContents();
    expect(authors).toEqual(Array(6).fill(`Marina ${mark}`));
    expect(await theo.getByRole('form', { name: 'New post' }).count()).toBe(0);
    await write(marina, 'One more for my profile');
    await comeBack(theo);
    await cardOf(theo, 'One more for my profile').waitFor();
  });

  it('is their files, five at first, which others can like but not delete', async () => {
    await theo.getByRole('tab', { name: 'Files' }).click();
    const cards = theo.getByRole('heading', { level: 3, name: /^chart/ });
    await expect.poll(() => cards.count()).toBe(5);
    await theo.getByRole('button', { name: 'Load More Files' }).click();
    await expect.poll(() => cards.count()).toBe(FILES);
    await theo.getByRole('button', { name: 'Like chart 1.txt' }).click();
    await theo.getByRole('button', { name: 'Like chart 1.txt, 1 like', exact: true }).waitFor();
    expect(await theo.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await expectGoodScreen(theo, 'profile-files');
  });
});
