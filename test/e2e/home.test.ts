/**
 * Tests of the prerendered home page, which must work without scripts, and of the parts of the site outside the app.
 */
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openTab, register } from './support/member-browser.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

/** The part of the web app manifest that these tests read. */
interface Manifest {
  readonly icons: readonly { readonly src: string; readonly type: string; sizes: string; purpose?: string }[];
}

type ContextOptions = NonNullable<Parameters<LaunchedBrowser['browser']['newContext']>[0]>;

/** Opens a page of the site in a new context. */
async function openPath(path: string, options: ContextOptions = {}): Promise<Page> {
  const page = await openTab(await launchedBrowser.browser.newContext(options));
  await page.goto(url + path);
  return page;
}

/** Returns the target of a link in the content of the page. */
const readHref = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href');

/** Returns the elements of the page, except the ocean's content, which is added after the first paint. */
const readStructure = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('#root > .page, #root > .page *')]
    .filter((element) => !element.closest('.ocean *'))
    .map((element) => {
      const attributes = [...element.attributes].filter(({ name }) => name !== 'style');
      const text = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return [
        element.localName,
        ...attributes.map(({ name, value }) => name + '=' + value.trim()).sort(),
        text.map(({ data }) => data).join(''),
      ].join(' ');
    })`);

/** Expects the home page, as visitors see it. */
async function expectHome(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Welcome to Fathom', exact: true }).waitFor();

  expect(await main.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Upload & Share',
    'Ascend the Depths',
    'Connect with Others',
    'Fathom (0-99 m)',
    'Mid-Ocean (100-999 m)',
    'Shallow Waters (1,000-9,999 m)',
    'Surface (10,000 m)',
  ]);

  await main.getByText('All content and all users').waitFor();
  await main.getByText('Every MB you upload lifts you 1 cm.').waitFor();

  expect(await readHref(page, 'Get Started')).toBe('/register');
  expect(await readHref(page, 'Login')).toBe('/login');
  expect(await readHref(page, 'Create Account')).toBe('/register');
}

describe('home page', () => {
  it('describes the product without loading the Cognito client', async () => {
    const page = await openTab(await launchedBrowser.browser.newContext({ reducedMotion: 'reduce' }));
    const scripts: string[] = [];
    page.on('response', (response: Response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    // Includes the scripts that load after the first paint.
    await page.goto(url, { waitUntil: 'networkidle' });

    await expectHome(page);
    expect(scripts.length).toBeGreaterThan(0);

    const sources = await Promise.all(scripts.map(async (script) => (await page.request.get(script)).text()));
    expect(scripts.filter((_, index) => sources[index]?.includes('amazon-cognito'))).toEqual([]);
    expect(scripts.filter((script) => /amplify|session-|\/member-/.test(script))).toEqual([]);
  });

  it('works without scripts', async () => {
    const page = await openPath('/', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await expectHome(page);
    expect(await page.title()).toBe('Welcome to Fathom');
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Register' }).isVisible()).toBe(true);

    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.getByText('Fathom needs JavaScript', { exact: true }).waitFor();

    expect(new URL(page.url()).pathname).toBe('/register');
  });

  it('replaces the prerendered home page without visible changes or loss of focus', async () => {
    const prerenderedStructure = await readStructure(await openPath('/', { javaScriptEnabled: false }));
    const page = await openTab(await launchedBrowser.browser.newContext());
    const releaseScripts = await holdRequests(page, /\/assets\/index-.*\.js$/);

    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Get Started' }).focus();
    await page.evaluate(`
      window.headings = new Set();
      new MutationObserver(() => headings.add(document.querySelector('main h1')?.textContent)).observe(
        document.body, { childList: true, subtree: true });
      document.querySelector('main').dataset.built = '';
    `);

    releaseScripts();
    // The app's own element lacks the attribute.
    await page.locator('main:not([data-built])').waitFor();

    expect(await page.evaluate('[...headings]')).toEqual(['Welcome to Fathom']);
    expect(await readStructure(page)).toEqual(prerenderedStructure);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Get Started');

    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Register' }).waitFor();
  });

  it('animates the ocean unless reduced motion is preferred', async () => {
    /** Returns how many animations of visible elements are running. */
    const countAnimations = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await openPath('/', { reducedMotion });
      await page.locator('.ocean canvas').waitFor({ state: 'attached' });
      return page.evaluate(
        `document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.target.checkVisibility()).length`,
      );
    };

    expect(await countAnimations('no-preference')).toBeGreaterThan(5);
    expect(await countAnimations('reduce')).toBe(0);
  });

  it('shows the sky at the end of the page', async () => {
    const page = await openPath('/', { reducedMotion: 'no-preference', viewport: { width: 1440, height: 900 } });
    const readSkyBottom = () =>
      page.evaluate(`document.querySelector('.home-scene__sky').getBoundingClientRect().bottom`);
    await expect.poll(readSkyBottom).toBeLessThan(0);

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect.poll(readSkyBottom).toBeGreaterThan(300);
  });

  it('keeps the prerendered home page out of other pages', async () => {
    const dashboardHtml = await (await fetch(`${url}/dashboard`)).text();
    expect(dashboardHtml).toContain('<div id="root"></div>');
    expect(await (await fetch(url)).text()).toContain('Welcome to Fathom');
  });

  it('never shows members the version for visitors', async () => {
    const page = await openTab(await launchedBrowser.browser.newContext({ reducedMotion: 'reduce' }));
    await register(page, url, 'Rhea Swell');

    await page.addInitScript(`
      window.visibleLinks = [];
      const recordVisibleLink = () => {
        const link = document.querySelector('main a[href="/register"]');
        if (link?.checkVisibility({ visibilityProperty: true })) visibleLinks.push(link.textContent);
        requestAnimationFrame(recordVisibleLink);
      };
      recordVisibleLink();
    `);

    await page.goto(url);
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).waitFor();

    expect(await page.evaluate('visibleLinks')).toEqual([]);
    expect(await page.getByRole('main').getByRole('link', { name: 'Create Account' }).count()).toBe(0);

    // The sky appears only with the call to action, which the page of members doesn't have.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const skyBottom = `document.querySelector('.home-scene__sky').getBoundingClientRect().bottom`;

    expect(await page.evaluate(skyBottom)).toBeLessThan(0);
  });
});

describe('site', () => {
  it('makes the site installable with its manifest and icons', async () => {
    const page = await openPath('/');

    const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href');
    const response = await fetch(url + manifestPath);
    expect(response.headers.get('content-type')).toBe('application/manifest+json');

    const manifest = (await response.json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Fathom', display: 'standalone', scope: '/' });

    const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    expect(purposes).toEqual(expect.arrayContaining(['192x192 undefined', '512x512 undefined', '512x512 maskable']));

    for (const { src, type, sizes } of manifest.icons) {
      const icon = await fetch(url + src);
      expect(icon.headers.get('content-type'), src).toBe(type);
      if (type === 'image/png') expect(readPngSize(Buffer.from(await icon.arrayBuffer())), src).toBe(sizes);
    }

    const touchIconPath = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    expect(readPngSize(Buffer.from(await (await fetch(url + touchIconPath)).arrayBuffer()))).toBe('180x180');
  });

  it('gives links to the site a preview picture and title', async () => {
    const page = await openPath('/');
    const readContent = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
    expect(await readContent('og:title')).toContain('Fathom');

    const picture = await (await fetch(url + (await readContent('og:image')))).arrayBuffer();
    expect(picture.byteLength).toBeGreaterThan(10_000);
    expect(picture.byteLength).toBeLessThanOrEqual(100_000);
  });

  it.each([
    ['/', 'Welcome to Fathom', /^Share your files/],
    ['/login', 'Log In · Fathom', /^Log in/],
    ['/register', 'Register · Fathom', /^Create an account/],
    ['/forgot-password', 'Reset Password · Fathom', /^Reset the password/],
  ])('sets a title and a description on %s', async (path, title, description) => {
    const page = await openPath(path);
    await expect.poll(() => page.title()).toBe(title);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(description);
  });

  it('shows the 404 page on unknown URLs, with a link to the home page', async () => {
    const page = await openPath('/atlantis', { reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: 'Page Not Found', exact: true }).waitFor();
    await page.getByText("Looks like you've ventured too deep into the ocean.", { exact: true }).waitFor();

    expect(await page.title()).toBe('Page Not Found · Fathom');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');

    await page.getByRole('link', { name: 'Return to Surface', exact: true }).click();
    await expectHome(page);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('meta[name="robots"]').count()).toBe(0);
  });
});

/** Returns width and height from a PNG's header, as in `192x192`. */
function readPngSize(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
