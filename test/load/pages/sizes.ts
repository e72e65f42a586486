/**
 * Part `sizes` of `npm run bench`: measures the compressed scripts and styles that each screen loads with an empty
 * cache, until its heading is visible, and until loading ends. Modules that wait for an idle browser count only
 * in the second size.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Response } from 'playwright-core';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { BUDGETED_SCREENS, IDLE_SCRIPTS, IDLE_STYLES } from '../../../infra/screen-scripts.ts';
import { launchBrowser } from '../../support/browser.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { findMemberScreens, type MeasuredScreen, VIEWER, VISITOR_SCREENS } from './screens.ts';
import { signIn } from './sign-in.ts';

const BYTES_PER_KB = 1000;
/** Time for the modules that load when the page is idle, in milliseconds. */
const IDLE_MS = 3000;

/** A downloaded script or style sheet. */
interface Download {
  readonly kind: 'js' | 'css';
  /** Whether the page loads it only when the browser is idle. */
  readonly isIdle: boolean;
  /** Compressed size in bytes. */
  readonly size: number;
}

/** The sizes of several downloads. */
interface Sizes {
  readonly scriptCount: number;
  /** Size of the compressed scripts, in KB. */
  readonly scriptKb: number;
  /** Size of the compressed styles, in KB. */
  readonly styleKb: number;
}

/** The downloads of one screen. */
interface ScreenSizes {
  readonly name: string;
  /** Downloads until the heading is visible, without those that wait for an idle browser. */
  readonly untilHeading: Sizes;
  /** All downloads. */
  readonly all: Sizes;
}

/** Opens a screen, and measures what it downloads from its own origin. */
async function measureScreen(
  context: BrowserContext,
  url: string,
  { name, path, heading }: MeasuredScreen,
): Promise<ScreenSizes> {
  const page = await context.newPage();
  const downloads: Promise<Download>[] = [];

  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    const kind = /\.(js|css)$/.exec(pathname)?.[1] as 'js' | 'css' | undefined;
    if (!kind || origin !== url) return;

    const isIdle = (kind === 'js' ? IDLE_SCRIPTS : IDLE_STYLES).test(pathname);
    downloads.push(readDownload(response, kind, isIdle));
  });

  await page.goto(url + path);
  await page.getByRole('heading', { name: heading }).first().waitFor();

  const downloadsUntilHeading = [...downloads];
  await page.waitForLoadState('networkidle');
  // Some modules load only when the page is idle.
  await setTimeout(IDLE_MS);

  const requiredDownloads = (await Promise.all(downloadsUntilHeading)).filter(({ isIdle }) => !isIdle);
  const allDownloads = await Promise.all(downloads);
  await page.close();

  return { name, untilHeading: sumSizes(requiredDownloads), all: sumSizes(allDownloads) };
}

/** Measures the compressed size of a download. */
async function readDownload(response: Response, kind: Download['kind'], isIdle: boolean): Promise<Download> {
  return { kind, isIdle, size: gzipSync(await response.body()).length };
}

/** Counts the scripts, and adds the sizes of scripts and of styles. */
function sumSizes(downloads: readonly Download[]): Sizes {
  const select = (kind: Download['kind']) => downloads.filter((download) => download.kind === kind);
  const sumKb = (kind: Download['kind']) => select(kind).reduce((total, { size }) => total + size, 0) / BYTES_PER_KB;
  return { scriptCount: select('js').length, scriptKb: sumKb('js'), styleKb: sumKb('css') };
}

/** Formats the sizes of a screen. Only some screens have a budget. */
function formatRow({ name, untilHeading, all }: ScreenSizes): string[] {
  const budget = BUDGETED_SCREENS.find(({ path }) => path === name)?.maxScriptKb;
  const verdict = budget === undefined ? ['', ''] : [`≤ ${budget}`, untilHeading.scriptKb <= budget ? 'ok' : 'OVER'];
  return [
    name,
    String(untilHeading.scriptCount),
    ...[untilHeading.scriptKb, untilHeading.styleKb, all.scriptKb, all.styleKb].map(formatNumber),
    ...verdict,
  ];
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-sizes-'));
const cloud = await startLocalCloud({ port: 0, directory });
const { browser, close } = await launchBrowser();
const visitors: ScreenSizes[] = [];
const members: ScreenSizes[] = [];
try {
  let storageState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  const measure = async (screen: MeasuredScreen) => {
    // A new context has an empty cache.
    const context = await browser.newContext({ storageState });
    const sizes = await measureScreen(context, cloud.url, screen);
    await context.close();
    return sizes;
  };

  for (const screen of VISITOR_SCREENS) visitors.push(await measure(screen));

  const page = await browser.newPage();
  await signIn(page, cloud.url, VIEWER);
  storageState = await page.context().storageState();
  await page.close();

  for (const screen of await findMemberScreens(cloud)) members.push(await measure(screen));
} finally {
  await close();
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
}

console.log('## Downloads of each screen, compressed, in KB (1,000 bytes)\n');
console.log(
  formatTable(
    ['Screen', 'files of scripts', 'scripts', 'styles', 'all scripts', 'all styles', 'Budget', ''],
    [...visitors, ...members].map(formatRow),
  ),
);

const [home] = visitors;
// Members arrive here after signing in.
const [dashboard] = members;
recordFigure('memberScriptFiles', dashboard!.untilHeading.scriptCount);
recordFigure('memberCssKb', dashboard!.untilHeading.styleKb);
recordFigure('homeScriptKb', home!.untilHeading.scriptKb);
recordFigure('dashboardScriptKb', dashboard!.untilHeading.scriptKb);
process.exit();
