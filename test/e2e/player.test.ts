/** Tests of the audio and video player in the preview of a file: controls, keyboard, and expired URLs. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createWav } from '../../infra/local/seed/documents.ts';
import { DOWNLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng, PDF, TEXT } from '../support/sample-files.ts';
import { hideRenditions, type SmallFile, uploadFile } from './support/api-calls.ts';
import { openChatMember } from './support/chat-screen.ts';
import { RECORD_VIDEO } from './support/record-video.ts';
import { checkScreen } from './support/screen-check.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const SOUND_SECONDS = 30;
/** Any number: sounds with the same seed are equal. */
const SOUND_SEED = 1;

const FILES: Record<'text' | 'pdf' | 'image' | 'audio' | 'video', SmallFile> = {
  text: { name: `a ${mark}.txt`, type: 'text/plain', bytes: TEXT },
  pdf: { name: `b ${mark}.pdf`, type: 'application/pdf', bytes: PDF },
  image: { name: `c ${mark}.png`, type: 'image/png', bytes: createPng(2000) },
  audio: { name: `d ${mark}.wav`, type: 'audio/wav', bytes: createWav('whale', SOUND_SECONDS, SOUND_SEED) },
  video: { name: `e ${mark}.webm`, type: 'video/webm', bytes: Buffer.alloc(0) },
};

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openChatMember(launchedBrowser.browser, 'Ola Sund');
  const video = { ...FILES.video, bytes: Buffer.from(await page.evaluate<string>(RECORD_VIDEO), 'base64') };
  for (const file of Object.values({ ...FILES, video })) await uploadFile(page, file);
  await hideRenditions(page);
});

beforeEach(() => page.goto(`${url}/files?q=${mark}`));

afterAll(() => launchedBrowser?.close());

const dialog = () => page.getByRole('dialog');
const player = (kind: 'audio' | 'video') => dialog().getByRole('group', { name: FILES[kind].name });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const position = () => dialog().getByRole('slider', { name: 'Position' });

/** Returns a property of the audio or video element. */
const readMedia = <T>(property: string) =>
  page.evaluate<T>(`document.querySelector('dialog :is(audio, video)').${property}`);

const readTime = () => readMedia<number>('currentTime');

/** Opens the preview of a file. */
async function preview(kind: keyof typeof FILES): Promise<void> {
  await page.getByRole('button', { name: `Preview ${FILES[kind].name}` }).click();
  await dialog().waitFor();
}

/** Makes the download URL expire and playback fail, and waits until the same element has a new URL. */
async function expireUrl(): Promise<void> {
  // Marks the new URL, because two URLs of the same second are equal.
  await page.route(/\/api\/files\/view$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, url: `${body.url}#renewed` } });
  });

  await page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + ${(DOWNLOAD_URL_SECONDS + 1) * 1000};
    const media = document.querySelector('dialog :is(audio, video)');
    media.isSameElement = true;
    Object.defineProperty(media, 'error', { value: { code: MediaError.MEDIA_ERR_NETWORK }, configurable: true });
    media.addEventListener('emptied', () => delete media.error, { capture: true, once: true });
    // Browsers pause before they report the error.
    media.pause();
    media.dispatchEvent(new Event('error'));
  }`);

  await expect.poll(() => readMedia<string>('src')).toMatch(/#renewed$/);
  expect(await readMedia('isSameElement')).toBe(true);

  await page.unroute(/\/api\/files\/view$/);
}

/** Returns the shorter side of an element, in pixels. */
const readShorterSide = async (element: Locator) => {
  const { width, height } = (await element.boundingBox()) ?? { width: 0, height: 0 };
  return Math.min(width, height);
};

describe('loading preview', () => {
  it.each(['text', 'pdf', 'image', 'audio', 'video'] as const)(
    'shows a skeleton in the shape of the content: %s',
    async (kind) => {
      const release = await holdRequests(page, /\/api\/files\/view$/);
      await preview(kind);

      await page.locator(`.preview-skeleton--${kind}`).getByText('Loading preview...').waitFor();

      release();
      await page.locator('.preview-skeleton').waitFor({ state: 'detached' });
      await page.unroute(/\/api\/files\/view$/);
    },
  );
});

describe('audio player', () => {
  it('plays and mutes audio with its own controls', async () => {
    await preview('audio');
    await button('Play').waitFor();
    expect(await readMedia('controls')).toBe(false);

    await button('Play').click();
    await expect.poll(readTime).toBeGreaterThan(0);

    await button('Pause').click();
    await button('Play').waitFor();
    expect(await readMedia('paused')).toBe(true);

    await button('Mute').click();
    await button('Unmute').waitFor();
    expect(await readMedia('muted')).toBe(true);

    await button('Unmute').click();
    await button('Mute').waitFor();

    expect(await readMedia('muted')).toBe(false);
  });

  it.each([
    [844, 390, 'a phone in landscape'],
    [720, 450, 'a desktop zoomed to 200%'],
  ])('shows all controls without overlap in a window of %i by %i: %s', async (width, height) => {
    await page.setViewportSize({ width, height });
    await preview('audio');
    await button('Play').waitFor();

    const readBox = (selector: string) => page.locator(selector).boundingBox();
    const [head, sonar, bar, foot] = await Promise.all(
      ['.preview__head', '.player__sonar', '.player__bar', '.preview__foot'].map(readBox),
    );

    expect(sonar!.y).toBeGreaterThanOrEqual(head!.y + head!.height);
    expect(bar!.y).toBeGreaterThanOrEqual(sonar!.y + sonar!.height);
    expect(bar!.y + bar!.height).toBeLessThanOrEqual(foot!.y);

    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("seeks with the arrow keys, which then don't change the file", async () => {
    await preview('audio');
    await position().focus();
    await page.keyboard.press('Home');
    await expect.poll(readTime).toBe(0);

    // Each arrow key seeks by five seconds.
    await page.keyboard.press('ArrowRight');
    await expect.poll(readTime).toBe(5);
    await expect.poll(() => position().getAttribute('aria-valuetext')).toBe('0:05 of 0:30');

    await dialog().getByText('0:05 / 0:30').waitFor();
    await button('Play').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(readTime).toBe(10);

    await page.keyboard.press('ArrowLeft');
    await expect.poll(readTime).toBe(5);
    expect(await player('audio').count()).toBe(1);

    await position().focus();
    await page.keyboard.press('End');

    await expect.poll(readTime).toBe(SOUND_SECONDS);
  });

  it('changes the volume by keyboard', async () => {
    await preview('audio');
    const volume = dialog().getByRole('slider', { name: 'Volume' });
    await volume.focus();
    // Each arrow key changes the volume by 5 %.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');

    await expect.poll(() => readMedia('volume')).toBeCloseTo(0.9);
    await expect.poll(() => volume.getAttribute('aria-valuetext')).toBe('90%');

    await page.keyboard.press('m');
    await expect.poll(() => readMedia('muted')).toBe(true);
    await expect.poll(() => volume.getAttribute('aria-valuetext')).toBe('0%');
    expect(await player('audio').count()).toBe(1);
  });

  it('gives the audio player touch targets of at least 44 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await preview('audio');
    await button('Mute').waitFor();

    for (const control of [button('Play'), button('Mute'), position()]) {
      expect(await readShorterSide(control)).toBeGreaterThanOrEqual(44);
    }

    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('keeps position and volume when the download URL expires', async () => {
    await preview('audio');
    await position().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(readTime).toBe(10);

    await page.keyboard.press('m');
    await button('Play').click();
    await button('Pause').waitFor();
    await expect.poll(readTime).toBeGreaterThan(10);

    await expireUrl();
    await button('Pause').waitFor();

    await expect.poll(readTime).toBeGreaterThan(10);
    expect(await readMedia('muted')).toBe(true);
  });

  it('shows an error with a Retry button for unplayable content', async () => {
    await page.route(/X-Amz-/, (route) => route.fulfill({ contentType: 'audio/wav', body: 'no sound at all' }));
    await preview('audio');
    await dialog().getByRole('alert').getByText("Your browser can't show this file here.").waitFor();

    await page.unroute(/X-Amz-/);
    await button('Retry').click();
    await button('Play').waitFor();
  });
});

describe('video player', () => {
  it('plays a video on click and in full screen', async () => {
    await preview('video');
    await button('Play').waitFor();
    expect(await readMedia('controls')).toBe(false);

    await checkScreen(page, 'player-video');
    await player('video').locator('video').click();
    await expect.poll(readTime).toBeGreaterThan(0);

    await button('Full screen').click();
    await button('Leave full screen').waitFor();
    expect(await page.evaluate('document.fullscreenElement.className')).toContain('player');

    await page.keyboard.press('f');
    await button('Full screen').waitFor();

    expect(await page.evaluate('document.fullscreenElement')).toBeNull();
  });

  it('keeps a video in full screen and at its position when the download URL expires', async () => {
    await preview('video');
    await button('Play').waitFor();
    await button('Full screen').click();
    await button('Leave full screen').waitFor();

    await page.evaluate('document.querySelector("dialog video").currentTime = 0.5');
    await expect.poll(readTime).toBe(0.5);

    await expireUrl();
    await expect.poll(readTime).toBeCloseTo(0.5);
    expect(await page.evaluate('document.fullscreenElement.contains(document.querySelector("dialog video"))')).toBe(
      true,
    );

    await button('Leave full screen').click();
  });

  it('lets the arrow keys change the file when the focus is outside the player', async () => {
    await preview('video');
    await button('Play').waitFor();
    await button('Close').focus();
    await page.keyboard.press('ArrowRight');
    await player('audio').waitFor();
  });
});
