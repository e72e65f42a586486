/**
 * `npm run screenshots`: takes screenshots of every screen of a seeded local cloud, and writes them to docs/screenshots.
 * A member at the surface sees the members' screens. Screenshots with `-bottom` in their names show 0 m.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { parseCommandLine } from '../infra/command-line.ts';
import { startLocalCloud } from '../infra/local/cloud.ts';
import { COMMUNITY, DEMO_PASSWORD, type MemberName } from '../infra/local/seed/community.ts';
import { PROJECT } from '../infra/local/template/synthesis.ts';
import { provideEmojiFont } from './emoji-font.ts';

const SCREENSHOTS_FOLDER = join(PROJECT, 'docs/screenshots');

/** The sizes of the browser's window, in CSS pixels. */
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Height of the navigation bar with a margin, in CSS pixels. */
const NAVIGATION_PIXELS = 84;

/** From 0 to 100. */
const JPEG_QUALITY = 62;

/** Maximum size of all screenshots together, because every clone contains them. */
const MAX_TOTAL_BYTES = 3_000_000;

/** Maximum time to wait for an element, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** A script that waits until everything in the viewport is loaded. */
const WAIT_UNTIL_LOADED = `new Promise((resolve) => {
  const isLoaded = () => document.fonts.status === 'loaded' && !document.querySelector('.bubble-loader') &&
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
  const check = () => isLoaded() ? resolve() : requestAnimationFrame(check);
  check();
})`;

interface Session {
  readonly url: string;
  readonly page: Page;
}

interface SessionProfile {
  readonly id: string;
}

interface ScreenshotOptions {
  /** Selector of the element at the top of the phone's screenshot. */
  readonly subject?: string;
  readonly sizes?: readonly (typeof DESKTOP | typeof PHONE)[];
}

/** Takes a screenshot of a page in each size, and leaves the page in the desktop's size. */
async function takeScreenshot(
  page: Page,
  name: string,
  { subject = 'body', sizes = [DESKTOP, PHONE] }: ScreenshotOptions = {},
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForLoadState('networkidle');
    await page.evaluate(WAIT_UNTIL_LOADED);

    const isPhone = size === PHONE;
    await page.evaluate(`scrollTo(0, 0); if (${isPhone}) document.querySelector('${subject}').scrollIntoView()`);
    // Otherwise, the fixed navigation bar would cover the element.
    await page.evaluate(`scrollBy(0, -${NAVIGATION_PIXELS})`);
    await page.evaluate(WAIT_UNTIL_LOADED);

    const path = join(SCREENSHOTS_FOLDER, `${name}-${size.width}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY, animations: 'disabled' });
  }

  await page.setViewportSize(DESKTOP);
}

/** Takes a screenshot of each screen, by its path. */
async function takeScreenshots({ url, page }: Session, screens: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const isProfileTab = path.startsWith('/profile/') && path.includes('?');
    await takeScreenshot(page, name, isProfileTab ? { subject: '.tabs' } : {});
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

async function signIn(browser: Browser, url: string, name: MemberName): Promise<Session & SessionProfile> {
  const page = await openPage(browser);
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(COMMUNITY.get(name)!.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);

  const responsePromise = page.waitForResponse(/\/api\/dashboard$/);
  await page.getByRole('button', { name: 'Log In' }).click();
  const response = await responsePromise;
  const { profile } = (await response.json()) as { profile: SessionProfile };

  return { url, page, ...profile };
}

async function takeVisitorScreenshots(session: Session): Promise<void> {
  await takeScreenshots(session, {
    home: '/',
    login: '/login',
    register: '/register',
    'forgot-password': '/forgot-password',
    'not-found': '/no-such-page',
  });
}

async function takeMemberScreenshots(session: Session & SessionProfile): Promise<void> {
  const ownProfile = `/profile/${session.id}`;
  await takeScreenshots(session, {
    dashboard: '/dashboard',
    'profile-posts': ownProfile,
    'profile-files': `${ownProfile}?tab=files`,
    'profile-connections': `${ownProfile}?tab=connections`,
    'profile-dive-log': `${ownProfile}?tab=dive-log`,
    'edit-profile': '/edit-profile',
    security: '/settings/security',
    upload: '/upload',
    'search-users': '/search',
    'search-posts': '/search?tab=posts',
    messages: '/messages',
    files: '/files',
  });

  const { page, url } = session;
  await page
    .getByRole('button', { name: /^Preview .*\.(png|jpe?g|webp)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await takeScreenshot(page, 'preview');

  await takeFiltersScreenshot(session);

  await page.goto(`${url}/messages`);
  await page
    .locator('.inbox__link')
    .filter({ hasText: COMMUNITY.get('theo')!.username })
    .click();
  await page.locator('.bubble').first().waitFor();
  await takeScreenshot(page, 'chat');
}

/** Shows the open filters of the files, which only narrow windows hide behind a button. */
async function takeFiltersScreenshot({ page, url }: Session): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(`${url}/files`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await takeScreenshot(page, 'files-filters', { sizes: [PHONE] });
}

/** Shows the screens that look different at the bottom, where a new member also has first steps. */
async function takeBottomScreenshots(session: Session): Promise<void> {
  await takeScreenshots(session, { 'dashboard-bottom': '/dashboard', 'files-bottom': '/files' });

  const { page } = session;
  await page.goto(`${session.url}/dashboard`);
  await page.getByRole('button', { name: /^Charted:/ }).click();
  await page.getByRole('dialog').waitFor();
  await takeScreenshot(page, 'zones');
}

async function takePaymentScreenshots({ page, url }: Session): Promise<void> {
  await page.goto(`${url}/payments`);
  await page.frameLocator('iframe[title*="card" i]').locator('[name=cardnumber]').waitFor();
  await takeScreenshot(page, 'payments-card', { subject: '.purchase__pay' });

  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
  await page.locator('.paypal-payment__buttons iframe').first().waitFor();
  await takeScreenshot(page, 'payments-paypal', { subject: '.purchase__pay' });
}

/** Shows an open profile, as the higher member sees it, and a restricted profile, as the lower member sees it. */
async function takeProfileScreenshots(
  lowerMember: Session & SessionProfile,
  higherMember: Session & SessionProfile,
): Promise<void> {
  await takeScreenshots(higherMember, { 'profile-other': `/profile/${lowerMember.id}` });
  await takeScreenshots(lowerMember, { 'profile-restricted': `/profile/${higherMember.id}` });
}

/** Launches the browser at the path FATHOM_BROWSER. The default is the browser of an npm package. */
async function launchBrowser(directory: string): Promise<Browser> {
  const { default: packedBrowser } = await import('@sparticuz/chromium');
  const executablePath = process.env.FATHOM_BROWSER ?? (await packedBrowser.executablePath());
  const env = provideEmojiFont(directory);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], env });
}

async function takeAllScreenshots(directory: string): Promise<void> {
  const browser = await launchBrowser(directory);
  const cloud = await startLocalCloud({ port: 0, directory: join(directory, 'cloud') });

  try {
    const { url } = cloud;
    await takeVisitorScreenshots({ url, page: await openPage(browser) });

    // The members are at the surface, at 64 m, and at 0 m.
    const [marina, theo, wren] = await Promise.all([
      signIn(browser, url, 'marina'),
      signIn(browser, url, 'theo'),
      signIn(browser, url, 'wren'),
    ]);

    await takeBottomScreenshots(wren);
    await takeProfileScreenshots(theo, marina);
    await takePaymentScreenshots(theo);
    await takeMemberScreenshots(marina);
  } finally {
    await browser.close();
    await cloud.close();
  }
}

parseCommandLine('Takes screenshots of every screen, and writes them to docs/screenshots.\n\n  npm run screenshots\n');

mkdirSync(SCREENSHOTS_FOLDER, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), 'fathom-screenshots-'));
// The npm package unpacks its browser here. In the usual temporary folder, it would reuse one of another version.
process.env.TMPDIR = directory;

try {
  await takeAllScreenshots(directory);

  const sizes = readdirSync(SCREENSHOTS_FOLDER).map((name) => statSync(join(SCREENSHOTS_FOLDER, name)).size);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} screenshots, ${(totalBytes / 1e6).toFixed(2)} MB in docs/screenshots.`);
  if (totalBytes > MAX_TOTAL_BYTES) {
    throw new Error(`The screenshots exceed ${MAX_TOTAL_BYTES / 1e6} MB. Lower JPEG_QUALITY.`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
