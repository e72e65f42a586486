import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../shared/contract/posts.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { callApi } from '../support/api-calls.ts';
import { createCameraPhoto, SECRET } from '../support/camera-photo.ts';
import { focusedLabel, returnToTab } from '../support/member-browser.ts';
import {
  cardOf,
  comment,
  composer,
  dialog,
  mark,
  openAuthor,
  postButton,
  postField,
  publish,
  writeComment,
} from '../support/posts-screen.ts';

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [marina, theo] = await Promise.all([newcomer(`Marina ${mark}`), newcomer(`Theo ${mark}`)]);
});

afterAll(() => browser?.close());

/** Somebody who stands above everybody else of other tests, so that these posts are on top. */
const newcomer = (username: string) => openAuthor(browser.browser, username, 20);

describe('a post that is being written', () => {
  it('cannot be sent while it says nothing, or too much', async () => {
    for (const nothing of ['', '   \n', '\u200B\u2060']) {
      await postField(marina).fill(nothing);
      expect(await postButton(marina).isDisabled(), JSON.stringify(nothing)).toBe(true);
    }
    await postField(marina).fill('🐙'.repeat(5001));
    await composer(marina).getByText('5,001 / 5,000').waitFor();
    await composer(marina).locator('strong', { hasText: '1 character too many' }).waitFor();
    expect(await postButton(marina).isDisabled()).toBe(true);
    await postField(marina).fill('🐙'.repeat(5000));
    await composer(marina).getByText('5,000 / 5,000').waitFor();
    expect(await postButton(marina).isDisabled()).toBe(false);
  });

  it('waits for whoever looks around meanwhile', async () => {
    await postField(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Files', exact: true }).click();
    await marina.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await marina.goBack();
    await expect.poll(() => postField(marina).inputValue()).toBe('Half a thought');
    await postField(marina).fill('');
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
    const photo = await createCameraPhoto(marina, 3000, 1500);
    expect(photo.includes(SECRET)).toBe(true);
    await postField(marina).fill(`A <b>ray</b> (${LINK}), at last ${mark}`);
    await composer(marina)
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer: photo });
    await composer(marina).getByRole('img', { name: 'The picture of your post' }).waitFor();
    await expect.poll(() => composer(marina).locator('input:focus').count()).toBe(1);
    await marina.keyboard.type(ALT);
    await postField(marina).press('Control+Enter');
    const card = cardOf(marina, 'at last');
    const picture = card.getByRole('img', { name: ALT });
    await picture.waitFor();
    await expect.poll(() => focusedLabel(marina)).toBe('Your post');
    expect(await postField(marina).inputValue()).toBe('');

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
    await returnToTab(theo);
    await cardOf(theo, 'at last').getByRole('img', { name: ALT }).waitFor();
    await cardOf(theo, 'at last')
      .getByRole('button', { name: /^Like the post/ })
      .press('Enter');
    await writeComment(theo, 'at last', 'Where was that? www.maps.example');
    await expect.poll(() => focusedLabel(theo)).toBe(`Comment on the post by Marina ${mark}`);

    const card = cardOf(marina, 'at last');
    const like = card.getByRole('button', { name: `Like the post by Marina ${mark}, 1 like`, exact: true });
    await expect
      .poll(async () => {
        await returnToTab(marina);
        return (await like.count()) + (await comment(marina, 'Where was that?').count());
      })
      .toBe(2);
    expect(await like.getAttribute('aria-pressed')).toBe('false');
    await card.getByText('1 comment', { exact: true }).waitFor();
    const link = card.getByRole('link', { name: 'www.maps.example' });
    expect(await link.getAttribute('href')).toBe('https://www.maps.example/');
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
    await postField(marina).fill(`Once ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('Your post could not be published.').waitFor();
    await marina.unroute(lost);
    await postButton(marina).click();
    await cardOf(marina, 'Once').waitFor();
    const me = await callApi<{ profile: { id: string } }>(marina, 'GET', '/me');
    const { posts } = await callApi<{ posts: Post[] }>(marina, 'GET', `/users/${me.profile.id}/posts`);
    expect(posts.filter(({ content }) => content === `Once ${mark}`)).toHaveLength(1);
  });

  it('loses no word that was changed after it had arrived unnoticed', async () => {
    const lost = /\/api\/posts$/;
    await marina.route(lost, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await postField(marina).fill(`First version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('Your post could not be published.').waitFor();
    await marina.unroute(lost);
    await postField(marina).fill(`Second version ${mark}`);
    await postButton(marina).click();
    await composer(marina).getByText('An earlier version of this post has arrived already.').waitFor();
    await cardOf(marina, 'First version').waitFor();
    await postButton(marina).click();
    await cardOf(marina, 'Second version').waitFor();
  });
});

describe('a post that goes', () => {
  it('is deleted by its author alone, who is asked first', async () => {
    await publish(marina, 'Not for long');
    await returnToTab(theo);
    const seen = cardOf(theo, 'Not for long');
    await seen.waitFor();
    expect(await seen.getByRole('button', { name: 'Delete your post' }).count()).toBe(0);

    const remove = cardOf(marina, 'Not for long').getByRole('button', { name: 'Delete your post' });
    await remove.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Keep it' }).click();
    expect(await focusedLabel(marina)).toBe('Delete your post');
    await remove.press('Enter');
    await dialog(marina).getByRole('button', { name: 'Delete' }).click();
    await cardOf(marina, 'Not for long').waitFor({ state: 'detached' });
    await expect.poll(() => focusedLabel(marina)).toBe(`Post by Marina ${mark}`);
  });

  it('says so to whoever still sees it and likes it', async () => {
    await cardOf(theo, 'Not for long')
      .getByRole('button', { name: /^Like the post/ })
      .click();
    await theo.getByText('This post is no longer there, or has risen above you.').waitFor();
    await cardOf(theo, 'Not for long').waitFor({ state: 'detached' });
  });
});
