/**
 * Part `water` of `npm run bench`: the cost of a frame of the ocean animation on the page's main thread, and the
 * processor time of pages without input.
 *
 * A frame consists of our script and the painting. Chromium defers painting; reading one pixel back forces it, and its
 * time is included. The budget applies to processor time, because wall-clock time includes other load on the machine.
 */
import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { readOptions } from '../options.ts';
import { quantile } from '../quantile.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { type IdlePage, measureIdlePages } from './idle-pages.ts';
import { serveWaterPage } from './water-page.ts';

/** Maximum processor time per frame, in milliseconds. The canvas shares a frame of 16 ms with the page. */
const MAX_FRAME_MS = 2;
/** Maximum processor time of an idle page, in percent of a core. */
const MAX_IDLE_PERCENT = 8;
/** Sizes of the window. The frame time of the last size is recorded. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;
/** Zones of the ocean, as the page's hash sets them. */
const ZONES = [0, 10];
/** Number of frames before the measurement. Fonts, downloads, and the compiler slow these frames down. */
const WARM_UP_FRAMES = 30;
/** Maximum time for the frames of one measurement, in seconds. */
const MAX_WAIT_SECONDS = 1800;

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** Number of frames in each measurement. */
const frameCount = options.runs * 10;

/**
 * A script that measures the frames of the water. Only the water clears a canvas: frames that don't clear one
 * belong to creatures and transitions.
 *
 * A string, because the types of the DOM aren't available here.
 */
const FRAME_TIMER = `
  const request = window.requestAnimationFrame.bind(window);
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  let clearedCanvas;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    clearedCanvas = this;
    clear.apply(this, area);
  };
  window.waterFrames = [];
  window.requestAnimationFrame = (step) => {
    const id = request((now) => {
      clearedCanvas = undefined;
      const start = performance.now();
      step(now);
      if (!clearedCanvas) return;
      const scriptMs = performance.now() - start;
      clearedCanvas.getImageData(0, 0, 1, 1);
      window.waterFrames.push([id, scriptMs, performance.now() - start]);
    });
    return id;
  };
`;

/** Times of each frame. */
interface FrameTimes {
  /** Time of the animation's script. */
  readonly scriptMs: readonly number[];
  /** Time of the script and the painting. */
  readonly scriptAndPaintMs: readonly number[];
  /** Processor time. */
  readonly cpuMs: readonly number[];
}

/** An event of Chromium's trace. */
interface TraceEvent {
  readonly name: string;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly id?: number } };
}

/** Measures the frames of the water in one zone and one size of the window, after a warm-up. */
async function measureFrames(
  browser: Browser,
  url: string,
  zone: number,
  viewport: (typeof WINDOWS)[number],
): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(FRAME_TIMER);
  await page.goto(`${url}/#${zone}`);
  await waitForFrames(page, WARM_UP_FRAMES);

  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await waitForFrames(page, WARM_UP_FRAMES + frameCount);

  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const allFrames = (await page.evaluate('waterFrames')) as [id: number, scriptMs: number, scriptAndPaintMs: number][];
  await page.close();

  // `waterFrames` includes the warm-up; the trace doesn't.
  const frames = allFrames.slice(WARM_UP_FRAMES);
  const ids = new Set<number | undefined>(frames.map(([id]) => id));
  const frameEvents = traceEvents.filter(({ name, args }) => name === 'FireAnimationFrame' && ids.has(args.data?.id));

  return {
    scriptMs: frames.map(([, scriptMs]) => scriptMs),
    scriptAndPaintMs: frames.map(([, , scriptAndPaintMs]) => scriptAndPaintMs),
    cpuMs: frameEvents.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000])),
  };
}

/** Waits for a number of frames of the water. Moves the pointer, because the water stands still without input. */
async function waitForFrames(page: Page, count: number): Promise<void> {
  for (let second = 0; (await page.evaluate<number>('waterFrames.length')) < count; second++) {
    if (second > MAX_WAIT_SECONDS) throw new Error(`The water has drawn fewer than ${count} frames.`);
    await page.mouse.move(100 + (second % 2), 100);
    await page.waitForTimeout(1000);
  }
}

/** Compares an idle page with its budget. Empty for water that stands still after a minute: it has no budget. */
function formatIdleVerdict(isStill: boolean, percent: number): string {
  if (isStill) return '';
  return percent <= MAX_IDLE_PERCENT ? 'ok' : 'OVER';
}

/** Formats the processor time of idle pages as a table. */
function formatIdlePages(pages: readonly IdlePage[]): string {
  const rows = pages.map(({ name, isMember, isStill, framesPerSecond, allPercent, rendererPercent, gpuPercent }) => [
    `${name}, ${isMember ? 'member' : 'visitor'}${isStill ? ', after a minute without input' : ''}`,
    ...[framesPerSecond, allPercent, rendererPercent, gpuPercent].map(formatNumber),
    formatIdleVerdict(isStill, allPercent),
  ]);
  const columns = ['Page', 'frames per second', 'all processes', 'page', 'GPU process', `≤ ${MAX_IDLE_PERCENT}`];
  return formatTable(columns, rows);
}

/** Quantiles of each time in the table. */
const QUANTILES = [
  { name: 'p50', share: 0.5 },
  { name: 'p95', share: 0.95 },
  { name: 'p99', share: 0.99 },
] as const;

const formatQuantiles = (values: readonly number[]) => QUANTILES.map(({ share }) => quantile(values, share).toFixed(2));

/** The heads of the table of frames. */
const FRAME_COLUMNS = [
  'Window',
  'zone',
  ...['script', 'painted', 'CPU'].flatMap((time) => QUANTILES.map(({ name }) => `${time} ${name}`)),
  `p99 ≤ ${MAX_FRAME_MS}`,
];

/**
 * Measures and prints the frames of each window and zone.
 *
 * @returns the p99 of the processor time in the last window, in milliseconds: that of the slower zone
 */
async function measureWater(browser: Browser, url: string): Promise<number> {
  const rows: string[][] = [];
  let slowestMs = 0;

  for (const size of WINDOWS) {
    for (const zone of ZONES) {
      const { scriptMs, scriptAndPaintMs, cpuMs } = await measureFrames(browser, url, zone, size);
      const frameMs = quantile(cpuMs, 0.99);
      if (size === WINDOWS.at(-1)) slowestMs = Math.max(slowestMs, frameMs);

      rows.push([
        `${size.width} × ${size.height}`,
        String(zone),
        ...[scriptMs, scriptAndPaintMs, cpuMs].flatMap(formatQuantiles),
        frameMs <= MAX_FRAME_MS ? 'ok' : 'OVER',
      ]);
    }
  }

  console.log(
    `\n## A frame of the ocean animation, ${frameCount} frames each, in Chromium ${browser.version()}, in ms\n`,
  );
  console.log(formatTable(FRAME_COLUMNS, rows));
  return slowestMs;
}

/** Prints the processor time of idle pages. */
function printIdlePages(pages: readonly IdlePage[]): void {
  console.log(`\n## Pages without input at 1440 × 900, in percent of a core; load ${formatNumber(loadavg()[0]!)}\n`);
  console.log(formatIdlePages(pages));
}

/** Records the figures of docs/benchmarks.md. Only water that moves has a budget. */
function recordFigures(frameMs: number, idlePages: readonly IdlePage[]): void {
  const findWorst = (pages: readonly IdlePage[]) => Math.max(...pages.map(({ allPercent }) => allPercent));
  const movingPages = idlePages.filter(({ isStill }) => !isStill);

  recordFigure('waterFrameMs', frameMs);
  recordFigure('waterHomePercent', findWorst(movingPages.filter(({ isMember }) => !isMember)));
  recordFigure('waterMemberPercent', findWorst(movingPages.filter(({ isMember }) => isMember)));
}

const [site, { browser, close }] = await Promise.all([serveWaterPage(), launchBrowser()]);
try {
  const frameMs = await measureWater(browser, site.url);

  const idlePages = await measureIdlePages(browser, options.runs);
  printIdlePages(idlePages);

  recordFigures(frameMs, idlePages);
} finally {
  site.close();
  await close();
}
process.exit();
