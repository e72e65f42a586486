import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WIDTHS = [1440, 390];
const HEIGHT = 900;

/** Where screenshots go, when `FATHOM_SCREENSHOTS` asks for them. */
const ALBUM = join(import.meta.dirname, '../../.local/screenshots');

/** Looks at the screen on a desk and on a phone: nobody is locked out of it, and nothing sticks out of it. */
export async function expectGoodScreen(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const { violations } = await axe(page).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(found, `axe on ${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `sideways scrolling on ${name} at ${width} px`).toBeLessThanOrEqual(0);
    if (process.env.FATHOM_SCREENSHOTS) {
      mkdirSync(ALBUM, { recursive: true });
      await page.screenshot({ path: join(ALBUM, `${name}-${width}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: WIDTHS[0] as number, height: HEIGHT });
}

/**
 * All of axe's rules. Only violations are described, of which there are none: describing the elements that are as they
 * should be takes as long as finding them so. The second page that it opens for each look serves frames alone.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1);
}

/** The member's depth as the navigation bar has it, in metres, before it is rounded for people. */
export async function shownDepth(page: Page): Promise<number> {
  return Number(await page.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'));
}

/** The member's depth as the API has it, asked with the page's own token. */
export async function recordedDepth(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(`${url}/api/me`, { headers: await ownHeaders(page) });
  return (await answer.json()).profile.depth;
}

/** What somebody has registered with. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Registers somebody new, who then stands on the dashboard. */
export async function register(page: Page, url: string, username: string): Promise<Registration> {
  const registration = { username, email: `${randomUUID()}@fathom.example`, password: 'second-dive-2' };
  await page.goto(`${url}/register`);
  await fillRegistration(page, registration);
  await page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();
  return registration;
}

/** Fills in the form on /register, and sends it. */
export async function fillRegistration(page: Page, { username, email, password }: Registration): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

/** Fills in the form on /login, and sends it. */
export async function logIn(page: Page, { email, password }: Registration): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Uploads a small file with the page's own token, past the page. */
export async function share(page: Page, url: string, { name, type, bytes }: SmallFile): Promise<void> {
  const headers = await ownHeaders(page);
  const prepared = await page.request.post(`${url}/api/files/upload`, {
    headers,
    data: { fileName: name, fileType: type, fileSize: bytes.length },
  });
  const { presignedUrl, fileId } = await prepared.json();
  await page.request.put(presignedUrl, { headers: { 'content-type': type }, data: bytes });
  const saved = await page.request.post(`${url}/api/files/save-metadata`, { headers, data: { fileId } });
  expect(await saved.json()).toMatchObject({ success: true });
}

export interface SmallFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** What signs requests past the page as the member of the page. */
export async function ownHeaders(page: Page): Promise<{ authorization: string }> {
  const token = await page.evaluate(
    `localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('.accessToken')))`,
  );
  return { authorization: `Bearer ${token}` };
}

/** Messages ask by themselves, on every screen. */
const BY_ITSELF = /\/api\/(messages|conversations)/;

/**
 * Makes the member's tokens worthless, as a revoked session does. What asks by itself hears nothing until the page has
 * moved on: it would otherwise find out before the screen under test does.
 *
 * @param quiet - which calls that are; messages, unless the screen under test has more of them
 */
export async function spoilSession(page: Page, quiet = BY_ITSELF): Promise<void> {
  let silent = true;
  // Not unrouted: a request that is on its way while interception ends may never be answered.
  await page.route(quiet, (route) => (silent ? route.abort() : route.fallback()));
  page.once('framenavigated', () => {
    silent = false;
  });
  await page.evaluate(`for (const key of Object.keys(localStorage)) {
    if (/\\.(access|refresh)Token$/.test(key)) localStorage.setItem(key, localStorage.getItem(key).slice(0, -6) + 'AAAAAA');
  }`);
}
