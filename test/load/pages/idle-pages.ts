import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { findMemberScreens, type MeasuredScreen, VIEWER, VISITOR_SCREENS } from './screens.ts';
import { signIn } from './sign-in.ts';

/** Size of the window, in pixels. */
const VIEWPORT = { width: 1440, height: 900 };
/** Time without input after which the water, the animated ocean, stands still: web/src/ocean/frames.ts. */
const STILL_AFTER_MS = 60_000;
/** Time for creatures to be downloaded, and for transitions to end. */
const SETTLE_MS = 8000;
/** Time between the end of the measurement and the moment when the water stands still. */
const MARGIN_MS = 5000;
/** The longest measurement while the water moves, in seconds. */
const MAX_SECONDS = (STILL_AFTER_MS - SETTLE_MS - MARGIN_MS) / 1000;

/**
 * A script that counts the frames that the page requests. Only the ocean requests frames of an idle page.
 *
 * A string, because the types of the DOM aren't available here.
 */
const COUNT_FRAMES = `
  window.requestedFrames = 0;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (step) => {
    window.requestedFrames += 1;
    return request(step);
  };
`;

/** Processor time of a page without input, in percent of a core. */
export interface IdlePage {
  readonly name: string;
  readonly isMember: boolean;
  /** Whether the water stands still, after a minute without input. */
  readonly isStill: boolean;
  /** Frames of the water. */
  readonly framesPerSecond: number;
  /** Processor time of all processes of the browser. */
  readonly allPercent: number;
  /** Processor time of the page's process. */
  readonly rendererPercent: number;
  /** Processor time of the process that composites the page, with or without a graphics card. */
  readonly gpuPercent: number;
}

/**
 * Measures the processor time of all browser processes while home and the screens for members receive no input. Then
 * measures the dashboard when its water stands still. No other page may be open.
 *
 * @param seconds - time for which each page is measured
 */
export async function measureIdlePages(browser: Browser, seconds: number): Promise<readonly IdlePage[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-idle-'));
  const cloud = await startLocalCloud({ port: 0, directory });
  const milliseconds = Math.min(seconds, MAX_SECONDS) * 1000;

  try {
    const pages = [await measurePage(browser, cloud.url, VISITOR_SCREENS[0], { milliseconds })];

    const storageState = await storeSession(browser, cloud.url);
    const screens = await findMemberScreens(cloud);
    for (const screen of [VISITOR_SCREENS[0], ...screens]) {
      pages.push(await measurePage(browser, cloud.url, screen, { milliseconds, storageState }));
    }

    pages.push(
      await measurePage(browser, cloud.url, screens[0]!, { milliseconds, storageState, waitUntilStill: true }),
    );
    return pages;
  } finally {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** How a page is measured. */
interface PageOptions {
  readonly milliseconds: number;
  /** The member's session. A visitor has none. */
  readonly storageState?: StorageState;
  /** Waits until the water stands still before the measurement. */
  readonly waitUntilStill?: boolean;
}

/** Opens a page with an empty cache, waits until it is idle, and measures it. */
async function measurePage(
  browser: Browser,
  url: string,
  { name, path, heading }: MeasuredScreen,
  { milliseconds, storageState, waitUntilStill = false }: PageOptions,
): Promise<IdlePage> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });

  try {
    const page = await context.newPage();
    await page.addInitScript(COUNT_FRAMES);
    await page.goto(url + path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.locator('.creature').first().waitFor({ state: 'attached' });
    await pause(SETTLE_MS);
    if (waitUntilStill) await pause(STILL_AFTER_MS);

    const timesBefore = await readTimes(browser);
    const framesBefore = await readFrames(page);
    const start = performance.now();
    await pause(milliseconds);
    const timesAfter = await readTimes(browser);
    const elapsedMs = performance.now() - start;

    const frames = (await readFrames(page)) - framesBefore;
    const computePercent = (type?: string) =>
      (100 * (sumTimes(timesAfter, type) - sumTimes(timesBefore, type))) / elapsedMs;

    return {
      name,
      isMember: storageState !== undefined,
      isStill: waitUntilStill,
      framesPerSecond: (1000 * frames) / elapsedMs,
      allPercent: computePercent(),
      rendererPercent: computePercent('renderer'),
      gpuPercent: computePercent('GPU'),
    };
  } finally {
    await context.close();
  }
}

/** Signs in once, so that each page can start with the session and an empty cache. */
async function storeSession(browser: Browser, url: string): Promise<StorageState> {
  const page = await browser.newPage();
  await signIn(page, url, VIEWER);
  const storageState = await page.context().storageState();
  await page.context().close();
  return storageState;
}

/** Returns the number of frames that the page has requested so far. */
const readFrames = (page: Page) => page.evaluate<number>('requestedFrames');

/** The processor time of one process of the browser. */
interface ProcessTime {
  /** The kind of process, such as "browser", "renderer", or "GPU". */
  readonly type: string;
  readonly milliseconds: number;
}

/** Returns the processor time of each process of the browser since its start. */
async function readTimes(browser: Browser): Promise<readonly ProcessTime[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.map(({ type, cpuTime }) => ({ type, milliseconds: cpuTime * 1000 }));
}

/** Returns the processor time of all processes, or of all processes of one kind, in milliseconds. */
function sumTimes(times: readonly ProcessTime[], type?: string): number {
  return times.reduce((sum, time) => (type === undefined || time.type === type ? sum + time.milliseconds : sum), 0);
}
