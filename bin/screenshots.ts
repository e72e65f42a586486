import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startLocalCloud } from '../infra/local/cloud.ts';
import { DEMO_LOGINS } from '../infra/local/seed/seed.ts';
import { PROJECT } from '../infra/local/template/synthesis.ts';

/** Walks every screen of a seeded local cloud of its own, and leaves pictures of them in docs/screenshots. */

const ALBUM = join(PROJECT, 'docs/screenshots');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const QUALITY = 62;

/** All pictures together stay below this, in bytes: they are part of every clone. */
const MOST_BYTES = 3_000_000;

const MOST_MS = 30_000;

/** Waits in the page until nothing loads any more of what can be seen. */
const SETTLED = `new Promise((resolve) => {
  const isSettled = () => document.fonts.status === 'loaded' && !document.querySelector('.bubble-loader') &&
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
  const look = () => isSettled() ? resolve() : requestAnimationFrame(look);
  look();
})`;

interface Walk {
  readonly url: string;
  readonly page: Page;
}

interface OwnProfile {
  readonly id: string;
  readonly depth: number;
}

/**
 * Takes a picture of what a page shows in each size.
 *
 * @param what - a selector of what the picture is of: a phone shows no more than that at once
 */
async function take(page: Page, name: string, what = 'body'): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForLoadState('networkidle');
    await page.evaluate(SETTLED);
    const isPhone = size !== SIZES[0];
    await page.evaluate(`scrollTo(0, 0); if (${isPhone}) document.querySelector('${what}').scrollIntoView()`);
    // The navigation bar stays above what was scrolled to.
    await page.evaluate('scrollBy(0, -84)');
    await page.evaluate(SETTLED);
    const path = join(ALBUM, `${name}-${size.width}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: QUALITY, animations: 'disabled' });
  }
  await page.setViewportSize(SIZES[0]);
}

async function takeAll({ url, page }: Walk, screens: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, name, path.startsWith('/profile/') && path.includes('?') ? '.tabs' : undefined);
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZES[0], reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  return page;
}

async function signIn(browser: Browser, url: string, login: (typeof DEMO_LOGINS)[number]): Promise<Walk & OwnProfile> {
  const page = await openPage(browser);
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  const answer = page.waitForResponse(/\/api\/dashboard$/);
  await page.getByRole('button', { name: 'Log In' }).click();
  const { profile } = (await (await answer).json()) as { profile: OwnProfile };
  return { url, page, ...profile };
}

async function visit(walk: Walk): Promise<void> {
  await takeAll(walk, {
    home: '/',
    login: '/login',
    register: '/register',
    'forgot-password': '/forgot-password',
    'not-found': '/atlantis',
  });
}

async function dive(walk: Walk & OwnProfile): Promise<void> {
  const own = `/profile/${walk.id}`;
  await takeAll(walk, {
    dashboard: '/dashboard',
    'profile-posts': own,
    'profile-files': `${own}?tab=files`,
    'profile-connections': `${own}?tab=connections`,
    'profile-dive-log': `${own}?tab=dive-log`,
    'edit-profile': '/edit-profile',
    upload: '/upload',
    'search-users': '/search',
    'search-posts': '/search?tab=posts',
    messages: '/messages',
    files: '/files',
  });
  const { page, url } = walk;
  await page
    .getByRole('button', { name: /^Preview .*\.(png|jpe?g|webp)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await take(page, 'preview');
  await page.goto(`${url}/messages`);
  await page.locator('.inbox__link').first().click();
  await page.locator('.bubble').first().waitFor();
  await take(page, 'chat');
}

async function pay({ page, url }: Walk): Promise<void> {
  await page.goto(`${url}/payments`);
  await page.frameLocator('iframe[title*="card" i]').locator('[name=cardnumber]').waitFor();
  await take(page, 'payments-card', '.purchase__pay');
  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
  await page.locator('.paypal-payment__buttons iframe').first().waitFor();
  await take(page, 'payments-paypal', '.purchase__pay');
}

/** Whoever is higher sees all of the other, who sees that there is something to ascend for. */
async function meet(members: readonly (Walk & OwnProfile)[]): Promise<void> {
  const [low, high] = members.toSorted((one, other) => one.depth - other.depth);
  if (!low || !high) throw new Error('Two members are needed to look at one another.');
  await takeAll(high, { 'profile-other': `/profile/${low.id}` });
  await takeAll(low, { 'profile-restricted': `/profile/${high.id}` });
}

/** The browser that FATHOM_BROWSER names (a path), or the one packed in npm, unpacked into the folder of temporary files. */
async function launch(): Promise<Browser> {
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = process.env.FATHOM_BROWSER ?? (await packed.executablePath());
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

async function walkEverywhere(directory: string): Promise<void> {
  const browser = await launch();
  const cloud = await startLocalCloud({ port: 0, directory: join(directory, 'cloud') });
  try {
    const { url } = cloud;
    await visit({ url, page: await openPage(browser) });
    const members = await Promise.all(DEMO_LOGINS.map((login) => signIn(browser, url, login)));
    await meet(members);
    await dive(members[0]!);
    await pay(members[0]!);
  } finally {
    await browser.close();
    await cloud.close();
  }
}

mkdirSync(ALBUM, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), 'fathom-screenshots-'));
// The packed browser reuses what it finds in the shared folder, whatever its version: here it finds nothing.
process.env.TMPDIR = directory;
try {
  await walkEverywhere(directory);
  const pictures = readdirSync(ALBUM).map((name) => statSync(join(ALBUM, name)).size);
  const bytes = pictures.reduce((sum, size) => sum + size, 0);
  console.log(`${pictures.length} pictures, ${(bytes / 1e6).toFixed(2)} MB in docs/screenshots.`);
  if (bytes > MOST_BYTES) throw new Error(`That is more than ${MOST_BYTES / 1e6} MB: lower the quality.`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
