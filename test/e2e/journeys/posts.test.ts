/** A member publishes posts, which other members like and comment on, and deletes one. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../shared/contract/posts.ts';
import { MAX_PICTURE_BYTES } from '../../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { RESERVED_DEPTHS } from '../../support/reserved-depths.ts';
import { callApi } from '../support/api-calls.ts';
import { createCameraPicture, EXIF_SECRET } from '../support/camera-picture.ts';
import { openMember, readFocusedLabel, returnToTab } from '../support/member-browser.ts';
import {
  cardOf,
  comment,
  composer,
  dialog,
  mark,
  postButton,
  postField,
  publish,
  writeComment,
} from '../support/posts-screen.ts';

let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  [marina, theo] = await Promise.all([openHighMember(`Marina ${mark}`), openHighMember(`Theo ${mark}`)]);
});

afterAll(() => launchedBrowser?.close());

/** Opens a member whose posts are first, because no other test has posts at their depth. */
const openHighMember = (username: string) =>
  openMember(launchedBrowser.browser, username, { metres: RESERVED_DEPTHS['e2e/journeys/posts.test.ts'].from });

describe('post composer', () => {
  const HTML = Buffer.from('<html><script>alert(1)</script>');
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  it('disables the Post button for blank and overlong posts', async () => {
    // Empty text is not tested: the composer is then closed until it has the focus, which a hidden window doesn't get.
    for (const blank of ['   \n', '\u200B\u2060']) {
      await postField(marina).fill(blank);
      expect(await postButton(marina).isDisabled(), JSON.stringify(blank)).toBe(true);
    }

    await postField(marina).fill('🐙'.repeat(5001));
    await composer(marina).getByText('5,001 / 5,000').waitFor();
    await composer(marina).locator('strong', { hasText: '1 character too many' }).waitFor();
    expect(await postButton(marina).isDisabled()).toBe(true);

    await postField(marina).fill('🐙'.repeat(5000));
    await composer(marina).getByText('5,000 / 5,000').waitFor();

    expect(await postButton(marina).isDisabled()).toBe(false);
  });

  it('keeps the draft when the member visits another screen', async () => {
    await postField(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Files', exact: true }).click();
    await marina.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await marina.goBack();
    await expect.poll(() => postField(marina).inputValue()).toBe('Half a thought');

    await postField(marina).fill('');
  });

  it.each([
    ['reef.svg', 'image/svg+xml', SVG, 'Please upload an image file'],
    ['reef.png', 'image/png', HTML, 'Please upload an image file'],
    ['reef.png', 'image/png', Buffer.alloc(MAX_PICTURE_BYTES + 1), 'Image size must be less than 5MB'],
  ])('rejects a file that is not a supported picture: %s of type %s', async (name, mimeType, buffer, error) => {
    await composer(marina).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await composer(marina).getByText(error).waitFor();
    expect(await composer(marina).getByRole('img').count()).toBe(0);
  });
});

// The tests run in order, because Theo reacts to the post that Marina publishes in the first one.
describe('published post', () => {
  const CREATE_POST_URL = /\/api\/posts$/;
  const LINK = 'https://reef.example/ray_(fish)';
  const ALT = 'A ray from below, against the light';

  it('shows HTML as text, a link, and a picture without metadata when published by keyboard', async () => {
    // Firefox gives the focus only to elements of the front page.
    await marina.bringToFront();
    const original = await createCameraPicture(marina, 3000, 1500);
    expect(original.includes(EXIF_SECRET)).toBe(true);

    await postField(marina).fill(`A <b>ray</b> (${LINK}), at last ${mark}`);
    await composer(marina)
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer: original });
    await composer(marina).getByRole('img', { name: 'The picture of your post' }).waitFor();
    await expect.poll(() => composer(marina).locator('input:focus').count()).toBe(1);

    await marina.keyboard.type(ALT);
    await postField(marina).press('Control+Enter');

    const card = cardOf(marina, 'at last');
    const picture = card.getByRole('img', { name: ALT });
    await picture.waitFor();

    await expect.poll(() => readFocusedLabel(marina)).toBe('Your post');
    expect(await postField(marina).inputValue()).toBe('');

    expect(await card.locator('b').count()).toBe(0);

    await card.getByText('A <b>ray</b>').waitFor();

    const link = card.getByRole('link', { name: LINK });
    expect(await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
      LINK,
      '_blank',
      'noopener noreferrer nofollow ugc',
    ]);

    // The camera's rotation swaps the sides, and the longer side is scaled down.
    const readSize = 'img => img.complete && [img.naturalWidth, img.naturalHeight]';
    await expect
      .poll(() => picture.evaluate(`(${readSize})(document.querySelector('.post img'))`))
      .toEqual([1024, 2048]);

    const storedBytes = await (await marina.request.get((await picture.getAttribute('src')) ?? '')).body();
    expect(storedBytes.includes(EXIF_SECRET) || storedBytes.includes('Exif')).toBe(false);
  });

  it('shows the author likes and comments of others without a reload', async () => {
    await returnToTab(theo);
    await cardOf(theo, 'at last').getByRole('img', { name: ALT }).waitFor();
    await cardOf(theo, 'at last')
      .getByRole('button', { name: /^Like the post/ })
      .press('Enter');
    await writeComment(theo, 'at last', 'Where was that? www.maps.example');
    await expect.poll(() => readFocusedLabel(theo)).toBe(`Comment on the post by Marina ${mark}`);

    const card = cardOf(marina, 'at last');
    const likeButton = card.getByRole('button', { name: `Like the post by Marina ${mark}, 1 like`, exact: true });

    await expect
      .poll(async () => {
        await returnToTab(marina);
        return (await likeButton.count()) + (await comment(marina, 'Where was that?').count());
      })
      .toBe(2);
    expect(await likeButton.getAttribute('aria-pressed')).toBe('false');

    await card.getByText('1 comment', { exact: true }).waitFor();
    const link = card.getByRole('link', { name: 'www.maps.example' });

    expect(await link.getAttribute('href')).toBe('https://www.maps.example/');
  });

  it('shows an error and keeps the previous state when a like fails', async () => {
    await theo.route(/\/api\/posts\/\w+\/like$/, (route) => route.abort());
    const likeButton = cardOf(theo, 'at last').getByRole('button', { name: /^Like the post/ });
    await likeButton.click();
    await cardOf(theo, 'at last').getByText("Your like couldn't be saved.").waitFor();
    expect(await likeButton.getAttribute('aria-pressed')).toBe('true');

    await theo.unroute(/\/api\/posts\/\w+\/like$/);
  });

  it('publishes a post once when the response is lost and the member retries', async () => {
    await marina.route(CREATE_POST_URL, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });

    await postField(marina).fill(`Once ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText("Your post couldn't be published.").waitFor();

    await marina.unroute(CREATE_POST_URL);
    await postButton(marina).click();
    await cardOf(marina, 'Once').waitFor();

    const me = await callApi<{ profile: { id: string } }>(marina, 'GET', '/me');
    const { posts } = await callApi<{ posts: Post[] }>(marina, 'GET', `/users/${me.profile.id}/posts`);

    expect(posts.filter(({ content }) => content === `Once ${mark}`)).toHaveLength(1);
  });

  it('keeps edits after a lost response as a second post', async () => {
    await marina.route(CREATE_POST_URL, async (route) => {
      await route.fetch();
      await route.abort();
    });

    await postField(marina).fill(`First version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText("Your post couldn't be published.").waitFor();

    await marina.unroute(CREATE_POST_URL);
    await postField(marina).fill(`Second version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('An earlier version of this post was already published.').waitFor();
    await cardOf(marina, 'First version').waitFor();

    await postButton(marina).click();
    await cardOf(marina, 'Second version').waitFor();
  });
});

// The tests run in order, because the second one uses the card of the post that the first one deletes.
describe('deleted post', () => {
  it('lets only the author delete a post, after confirmation', async () => {
    await publish(marina, 'Not for long');
    await returnToTab(theo);
    const card = cardOf(theo, 'Not for long');
    await card.waitFor();
    expect(await card.getByRole('button', { name: 'Delete your post' }).count()).toBe(0);

    const deleteButton = cardOf(marina, 'Not for long').getByRole('button', { name: 'Delete your post' });
    await deleteButton.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Keep it' }).click();
    expect(await readFocusedLabel(marina)).toBe('Delete your post');

    await deleteButton.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Delete' }).click();
    await cardOf(marina, 'Not for long').waitFor({ state: 'detached' });

    await expect.poll(() => readFocusedLabel(marina)).toBe(`Post by Marina ${mark}`);
  });

  it('shows an error and removes a stale card when another member likes it', async () => {
    await cardOf(theo, 'Not for long')
      .getByRole('button', { name: /^Like the post/ })
      .click();
    await theo.getByText('This post was deleted or is now above your depth.').waitFor();
    await cardOf(theo, 'Not for long').waitFor({ state: 'detached' });
  });
});
