/** Tests of the viewer of pictures: zooming, touch gestures, and the change to another file. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { emptyApi } from '../../web/src/test-support/empty-api.ts';
import { sampleFile } from '../../web/src/test-support/sample-data.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { encodePng } from '../support/png.ts';
import { openWithApi } from './support/state-check.ts';

const url = inject('url');

/** Size of an original picture, in pixels. */
const ORIGINAL = { width: 1920, height: 1440 };

/** Size of the picture's copy for the preview, in pixels: a third of the original in each direction. */
const COPY = { width: 640, height: 480 };

/** The strongest compression of a PNG. */
const MAX_DEFLATE_LEVEL = 9;

const pictureFile = (name: string, contentType = 'image/png') =>
  sampleFile({
    key: name,
    fileName: `${name}.png`,
    contentType,
    size: 4_200_000,
    altText: `Picture ${name}`,
    media: { ...ORIGINAL, thumbnail: `/renditions/${name}/320.webp`, preview: `/renditions/${name}/1280.webp` },
  });

const FILES = [pictureFile('a'), pictureFile('b'), pictureFile('c'), pictureFile('d', 'image/heic')];

let launchedBrowser: LaunchedBrowser;
let page: Page;
/** Paths of the requested pictures. */
let requestedPaths: string[];
/** IDs of the files whose views were counted. */
let viewedIds: string[];

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

beforeEach(async () => {
  requestedPaths = [];
  viewedIds = [];

  const api = emptyApi()
    .on(contract.files.list, () => ({ files: FILES, lastKey: null, requestId: null }))
    .on(contract.files.view, ({ fileId }) => {
      viewedIds.push(fileId);
      return { url: `/originals/${fileId}.png`, views: 1 };
    });

  page = await openWithApi(launchedBrowser.browser, api);
  const encodeGrey = (size: typeof COPY) =>
    encodePng({
      ...size,
      pixels: new Uint8ClampedArray(size.width * size.height * 3).fill(90),
      deflateLevel: MAX_DEFLATE_LEVEL,
    });
  const original = encodeGrey(ORIGINAL);
  const copy = encodeGrey(COPY);

  await page.route(/\/(renditions|originals)\//, (route) => {
    const { pathname } = new URL(route.request().url());
    requestedPaths.push(pathname);
    return route.fulfill({ contentType: 'image/png', body: pathname.startsWith('/originals') ? original : copy });
  });
  await page.goto(`${url}/files`);
});

afterEach(() => page.context().close());

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const countRequests = (path: string) => requestedPaths.filter((requestedPath) => requestedPath === path).length;
const readBox = async () => (await page.locator('.picture__box').boundingBox())!;
const readOriginalState = () => page.locator('.picture__box').getAttribute('data-original');

async function open(name: string): Promise<void> {
  await page.getByRole('button', { name: `Preview ${name}.png` }).click();
  await dialog()
    .getByRole('img', { name: `Picture ${name}` })
    .waitFor();
}

/** Waits until the picture has this scale. At scale 1, its width fits into the window. */
const waitForScale = (scale: number, fitWidth: number) =>
  expect.poll(async () => (await readBox()).width / fitWidth).toBeCloseTo(scale, 1);

describe('zoom', () => {
  it('zooms towards the pointer with the wheel, and loads the original beyond the size of the copy', async () => {
    await open('b');
    const fitBox = await readBox();
    // A point in the picture, to the left of its middle and above it.
    const point = { x: fitBox.x + fitBox.width / 4, y: fitBox.y + fitBox.height / 4 };

    await page.mouse.move(point.x, point.y);
    await page.mouse.wheel(0, -200);
    await expect.poll(async () => (await readBox()).width).toBeGreaterThan(fitBox.width * 1.5);

    const zoomedBox = await readBox();
    const scale = zoomedBox.width / fitBox.width;

    // The point stays under the pointer, within two pixels.
    expect(Math.abs(zoomedBox.x + (fitBox.width / 4) * scale - point.x)).toBeLessThan(2);
    await expect.poll(readOriginalState).toBe('shown');
    expect(countRequests('/originals/b.png')).toBe(1);
  });

  it('zooms with keys, and moves a zoomed picture with the arrow keys', async () => {
    await open('b');
    const { width: fitWidth, x } = await readBox();

    await page.keyboard.press('+');
    await expect.poll(async () => (await readBox()).width).toBeGreaterThan(fitWidth * 1.3);

    // The plus key without Shift.
    await page.keyboard.press('=');
    await expect.poll(async () => (await readBox()).width).toBeGreaterThan(fitWidth * 2);

    const boxBefore = await readBox();
    await page.keyboard.press('ArrowLeft');

    await expect.poll(async () => (await readBox()).x).toBeGreaterThan(boxBefore.x);
    expect(await dialog().getByRole('heading').textContent()).toBe('b.png');

    await page.keyboard.press('-');
    await expect.poll(async () => (await readBox()).width).toBeLessThan(boxBefore.width);

    await page.keyboard.press('0');
    await waitForScale(1, fitWidth);
    expect((await readBox()).x).toBeCloseTo(x, 0);

    await page.keyboard.press('ArrowLeft');
    await dialog().getByRole('img', { name: 'Picture a' }).waitFor();
  });

  it('keeps the same point of the picture between two fingers', async () => {
    await open('a');
    const fitBox = await readBox();
    const center = { x: fitBox.x + fitBox.width * 0.6, y: fitBox.y + fitBox.height * 0.4 };

    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: readonly number[]) =>
      devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fingers.map((distance) => ({ x: center.x + distance, y: center.y })),
      });

    await touch('touchStart', -40, 40);
    for (const distance of [50, 60, 70, 80]) await touch('touchMove', -distance, distance);
    await touch('touchEnd');
    // The fingers are twice as far apart as at the start.
    await waitForScale(2, fitBox.width);
    const box = await readBox();

    expect((center.x - box.x) / box.width).toBeCloseTo(0.6, 1);
    expect((center.y - box.y) / box.height).toBeCloseTo(0.4, 1);
  });

  it('zooms with buttons and double clicks, and keeps the focus on its buttons', async () => {
    await open('b');
    const { width: fitWidth } = await readBox();
    await button('Zoom in').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readBox()).width).toBeGreaterThan(fitWidth * 1.3);

    await button('Fit to window').click();
    await waitForScale(1, fitWidth);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Fit to window');

    await page.locator('.picture__frame').dblclick();
    await expect.poll(async () => (await readBox()).width).toBeGreaterThan(fitWidth * 1.5);

    await page.locator('.picture__frame').dblclick();
    await waitForScale(1, fitWidth);
  });
});

describe('pictures', () => {
  it('shows the copy without waiting for the download URL, and the original on request', async () => {
    await page.route(/\/api\/files\/view$/, () => {});
    await open('b');
    const picture = dialog().getByRole('img');

    // The types of tests don't include the browser's elements.
    await expect
      .poll(() => picture.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(COPY.width);
    expect(countRequests('/originals/b.png')).toBe(0);

    await page.unroute(/\/api\/files\/view$/);
    await page.keyboard.press('ArrowRight');
    await dialog().getByRole('img', { name: 'Picture c' }).waitFor();
    await button('Show original').click();

    await expect.poll(readOriginalState).toBe('shown');
    expect(countRequests('/originals/c.png')).toBe(1);
  });

  it('counts one view for each opening, and downloads the copies of neighbours once', async () => {
    await open('b');
    await expect
      .poll(() => requestedPaths.filter((path) => path.endsWith('1280.webp')).sort())
      .toEqual(['a', 'b', 'c'].map((name) => `/renditions/${name}/1280.webp`));

    await page.keyboard.press('ArrowRight');
    await dialog().getByRole('img', { name: 'Picture c' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog().getByRole('img', { name: 'Picture b' }).waitFor();

    await expect.poll(() => viewedIds).toEqual(['b', 'c', 'b']);
    expect(requestedPaths.some((path) => path.startsWith('/originals'))).toBe(false);
  });

  it('offers only the download of an original that the browser cannot decode', async () => {
    await open('d');
    await dialog().getByText('Download the original to open it on your device.').waitFor();
    expect(await button(/original/).count()).toBe(0);

    await button('Zoom in').click();
    await button('Zoom in').click();
    await button('Zoom in').click();

    expect(requestedPaths.some((path) => path.startsWith('/originals'))).toBe(false);
  });
});

describe('history', () => {
  it('closes the viewer on Back, and returns the focus to the preview button', async () => {
    await open('b');
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });

    expect(new URL(page.url()).pathname).toBe('/files');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Preview b.png');
  });

  it('returns to the previous page with one Back after Escape', async () => {
    await page.goto(`${url}/dashboard`);
    await page.getByRole('link', { name: 'Files' }).first().click();
    await open('b');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    // The viewer leaves its history entry after the dialog has closed.
    await expect.poll(() => page.evaluate('history.state?.closesOnBack === true')).toBe(false);

    await page.goBack();
    await page.waitForURL(/dashboard$/);
  });
});
