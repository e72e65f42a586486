/**
 * Part `sizes` of `npm run bench`: compressed scripts and styles that each screen loads with an empty cache, until its
 * heading is visible and until loading ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { launchBrowser } from '../../support/browser.ts';
import { formatNumber, formatTable } from '../report.ts';

const KB = 1000;
const IDLE_MS = 3000;

/** A screen, its heading, and its budget for scripts in KB, until the heading is visible. */
type Downloads = readonly [path: string, heading: string, budget: number | undefined];

const VISITORS: readonly Downloads[] = [
  ['/', 'Welcome to Fathom', 90],
  ['/login', 'Log In', undefined],
  ['/register', 'Register', undefined],
];
const MEMBERS: readonly Downloads[] = [
  ['/dashboard', 'Recent Activity', 170],
  ['/files', 'Files', undefined],
  ['/upload', 'Upload Files', undefined],
  ['/search', 'Find Users', undefined],
  ['/messages', 'Messages', undefined],
  ['/payments', 'Choose your ascent', undefined],
  ['/edit-profile', 'Edit Your Profile', undefined],
];

async function measureDownloads(context: BrowserContext, url: string, path: string, heading: string) {
  const page = await context.newPage();
  const loading: Promise<void>[] = [];
  const bytes = { js: 0, css: 0 };
  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    const kind = /\.(js|css)$/.exec(pathname)?.[1] as 'js' | 'css' | undefined;
    if (!kind || origin !== url) return;
    const add = async () => {
      const { length } = gzipSync(await response.body());
      bytes[kind] += length;
    };
    loading.push(add());
  });
  await page.goto(url + path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await Promise.all(loading);
  const first = { ...bytes };
  await page.waitForLoadState('networkidle');
  // Some modules are loaded only when the page is idle.
  await setTimeout(IDLE_MS);
  await Promise.all(loading);
  await page.close();
  return { first, all: bytes };
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-sizes-'));
const cloud = await startLocalCloud({ port: 0, directory });
const { browser, close } = await launchBrowser();
const rows: string[][] = [];
try {
  let storageState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  const measure = async (path: string, heading: string, budget: number | undefined) => {
    // A new context has an empty cache.
    const context = await browser.newContext({ storageState });
    const { first, all } = await measureDownloads(context, cloud.url, path, heading);
    await context.close();
    const verdict = budget === undefined ? ['', ''] : [`≤ ${budget}`, first.js <= budget * KB ? 'ok' : 'OVER'];
    rows.push([path, ...[first.js, first.css, all.js, all.css].map((size) => formatNumber(size / KB)), ...verdict]);
  };
  for (const screen of VISITORS) await measure(...screen);
  const page = await browser.newPage();
  await page.goto(`${cloud.url}/login`);
  await page.getByLabel('Email').fill(DEMO_LOGINS[0]!.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_LOGINS[0]!.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/dashboard');
  storageState = await page.context().storageState();
  await page.close();
  for (const screen of MEMBERS) await measure(...screen);
} finally {
  await close();
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
}
console.log('## Downloads of each screen, compressed, in KB (1,000 bytes)\n');
console.log(formatTable(['Screen', 'scripts', 'styles', 'all scripts', 'all styles', 'Budget', ''], rows));
process.exit();
