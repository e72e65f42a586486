import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { wav } from '../../infra/local/seed/documents.ts';
import { DOWNLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { PDF, pngOf, TEXT } from '../support/sample-files.ts';
import { type SmallFile, uploadFile } from './support/api-calls.ts';
import { openChatMember } from './support/chat-screen.ts';
import { checkScreen } from './support/screen-check.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const SOUND_SECONDS = 30;

/** Runs in the page: records a second of a moving picture, as a browser does, and answers it in base64. */
const RECORD = `new Promise((resolve, reject) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
  const context = canvas.getContext('2d');
  let hue = 0;
  const drawing = setInterval(() => {
    hue += 3;
    context.fillStyle = 'hsl(' + hue + ' 60% 40%)';
    context.fillRect(0, 0, 320, 180);
  }, 30);
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(',')[1]);
  reader.onerror = reject;
  recorder.ondataavailable = ({ data }) => {
    clearInterval(drawing);
    reader.readAsDataURL(data);
  };
  recorder.start();
  setTimeout(() => recorder.stop(), 1000);
})`;

const FILES: Record<'text' | 'pdf' | 'image' | 'audio' | 'video', SmallFile> = {
  text: { name: `a ${mark}.txt`, type: 'text/plain', bytes: TEXT },
  pdf: { name: `b ${mark}.pdf`, type: 'application/pdf', bytes: PDF },
  image: { name: `c ${mark}.png`, type: 'image/png', bytes: pngOf(2000) },
  audio: { name: `d ${mark}.wav`, type: 'audio/wav', bytes: wav('whale', SOUND_SECONDS, 1) },
  video: { name: `e ${mark}.webm`, type: 'video/webm', bytes: Buffer.alloc(0) },
};

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openChatMember(browser.browser, 'Ola Sund');
  const film = { ...FILES.video, bytes: Buffer.from(await page.evaluate<string>(RECORD), 'base64') };
  for (const file of Object.values({ ...FILES, video: film })) await uploadFile(page, file);
});

beforeEach(() => page.goto(`${url}/files?q=${mark}`));

afterAll(() => browser?.close());

const dialog = () => page.getByRole('dialog');
const player = (kind: 'audio' | 'video') => dialog().getByRole('group', { name: FILES[kind].name });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const position = () => dialog().getByRole('slider', { name: 'Position' });
const ask = <T>(what: string) => page.evaluate<T>(`document.querySelector('dialog :is(audio, video)').${what}`);
const time = () => ask<number>('currentTime');

async function preview(kind: keyof typeof FILES): Promise<void> {
  await page.getByRole('button', { name: `Preview ${FILES[kind].name}` }).click();
  await dialog().waitFor();
}

const sizeOf = async (element: Locator) => {
  const { width, height } = (await element.boundingBox()) ?? { width: 0, height: 0 };
  return Math.min(width, height);
};

describe('a preview on its way', () => {
  it.each(['text', 'pdf', 'image', 'audio', 'video'] as const)('has the shape of what comes: %s', async (kind) => {
    const release = await holdRequests(page, /\/api\/files\/view$/);
    await preview(kind);
    await page.locator(`.preview-skeleton--${kind}`).getByText('Loading preview...').waitFor();
    release();
    await page.locator('.preview-skeleton').waitFor({ state: 'detached' });
    await page.unroute(/\/api\/files\/view$/);
  });
});

describe('a recording', () => {
  it('plays, pauses and is silenced by controls that are not the browser’s own', async () => {
    await preview('audio');
    await button('Play').waitFor();
    expect(await ask('controls')).toBe(false);
    await button('Play').click();
    await expect.poll(time).toBeGreaterThan(0);
    await button('Pause').click();
    await button('Play').waitFor();
    expect(await ask('paused')).toBe(true);
    await button('Mute').click();
    await button('Unmute').waitFor();
    expect(await ask('muted')).toBe(true);
    await button('Unmute').click();
    await button('Mute').waitFor();
    expect(await ask('muted')).toBe(false);
  });

  it.each([
    [844, 390, 'a phone on its side'],
    [720, 450, 'a page at twice its size'],
  ])('has its controls to itself in a window of %i by %i: %s', async (width, height) => {
    await page.setViewportSize({ width, height });
    await preview('audio');
    await button('Play').waitFor();
    const edge = (selector: string) => page.locator(selector).boundingBox();
    const [head, sonar, bar, foot] = await Promise.all(
      ['.preview__head', '.player__sonar', '.player__bar', '.preview__foot'].map(edge),
    );
    expect(sonar!.y).toBeGreaterThanOrEqual(head!.y + head!.height);
    expect(bar!.y).toBeGreaterThanOrEqual(sonar!.y + sonar!.height);
    expect(bar!.y + bar!.height).toBeLessThanOrEqual(foot!.y);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is wound by keyboard, which goes on to no other file meanwhile', async () => {
    await preview('audio');
    await position().focus();
    await page.keyboard.press('Home');
    await expect.poll(time).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(time).toBe(5);
    await expect.poll(() => position().getAttribute('aria-valuetext')).toBe('0:05 of 0:30');
    await dialog().getByText('0:05 / 0:30').waitFor();
    await button('Play').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(time).toBe(10);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(time).toBe(5);
    expect(await player('audio').count()).toBe(1);
    await position().focus();
    await page.keyboard.press('End');
    await expect.poll(time).toBe(SOUND_SECONDS);
  });

  it('is louder and softer by keyboard', async () => {
    await preview('audio');
    const volume = dialog().getByRole('slider', { name: 'Volume' });
    await volume.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => ask('volume')).toBeCloseTo(0.9);
    await expect.poll(() => volume.getAttribute('aria-valuetext')).toBe('90%');
    await page.keyboard.press('m');
    await expect.poll(() => ask('muted')).toBe(true);
    await expect.poll(() => volume.getAttribute('aria-valuetext')).toBe('0%');
    expect(await player('audio').count()).toBe(1);
  });

  it('has room for a thumb', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await preview('audio');
    await button('Mute').waitFor();
    for (const one of [button('Play'), button('Mute'), position()])
      expect(await sizeOf(one)).toBeGreaterThanOrEqual(44);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('goes on where it was, as loud as it was, when its address has ceased to serve it', async () => {
    await preview('audio');
    await position().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(time).toBe(10);
    await page.keyboard.press('m');
    await button('Play').click();
    await button('Pause').waitFor();
    await expect.poll(time).toBeGreaterThan(10);
    await page.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + ${(DOWNLOAD_URL_SECONDS + 1) * 1000};
      const media = document.querySelector('dialog audio');
      media.before = true;
      Object.defineProperty(media, 'error', { value: { code: MediaError.MEDIA_ERR_NETWORK } });
      // As browsers do.
      media.pause();
      media.dispatchEvent(new Event('error'));
    }`);
    await expect.poll(() => ask('before')).toBeUndefined();
    await button('Pause').waitFor();
    expect(await time()).toBeGreaterThan(10);
    expect(await ask('muted')).toBe(true);
  });

  it('that cannot be played says so', async () => {
    await page.route(/X-Amz-/, (route) => route.fulfill({ contentType: 'audio/wav', body: 'no sound at all' }));
    await preview('audio');
    await dialog().getByRole('alert').getByText('Your browser cannot show this file here.').waitFor();
    await page.unroute(/X-Amz-/);
    await button('Retry').click();
    await button('Play').waitFor();
  });
});

describe('a film', () => {
  it('plays when it is pressed, and in the whole screen', async () => {
    await preview('video');
    await button('Play').waitFor();
    expect(await ask('controls')).toBe(false);
    await checkScreen(page, 'player-video');
    await player('video').locator('video').click();
    await expect.poll(time).toBeGreaterThan(0);
    await button('Full screen').click();
    await button('Leave full screen').waitFor();
    expect(await page.evaluate('document.fullscreenElement.className')).toContain('player');
    await page.keyboard.press('f');
    await button('Full screen').waitFor();
    expect(await page.evaluate('document.fullscreenElement')).toBeNull();
  });

  it('gives the keyboard back to the other files when the keyboard is not in it', async () => {
    await preview('video');
    await button('Play').waitFor();
    await button('Close').focus();
    await page.keyboard.press('ArrowRight');
    await player('audio').waitFor();
  });
});
