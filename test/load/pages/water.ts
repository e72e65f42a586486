/**
 * Part `water` of `npm run bench`: the cost of a frame of the ocean animation on the page's main thread, and the
 * processor time of pages without input.
 *
 * A frame consists of our script and the painting. Chromium defers painting; reading one pixel back forces it, and its
 * time is included. The budget applies to CPU time, because wall-clock time includes other load on the machine.
 */
import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { record } from '../results.ts';
import { type IdlePage, measureIdlePages } from './idle-pages.ts';
import { serveWaterPage } from './water-page.ts';

/** Maximum CPU time per frame, in milliseconds. The canvas shares a frame of 16 ms with the page. */
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
const WARM_UP = 30;
/** Maximum time for the frames of one measurement, in seconds. */
const MAX_WAIT_SECONDS = 1800;

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** Number of frames in each measurement. */
const frameCount = options.runs * 10;

/** A script that measures frames that clear a canvas. Creatures and transitions request other frames. */
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

/** Times of each frame, in milliseconds. */
interface FrameTimes {
  /** Time of the animation's script. */
  readonly scripted: readonly number[];
  /** Time of the script and the painting. */
  readonly painted: readonly number[];
  /** CPU time. */
  readonly cpu: readonly number[];
}

/** An event of Chromium's trace. */
interface TraceEvent {
  readonly name: string;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly id?: number } };
}

async function measureFrames(
  browser: Browser,
  url: string,
  zone: number,
  viewport: (typeof WINDOWS)[number],
): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(FRAME_TIMER);
  await page.goto(`${url}/#${zone}`);
  await waitForFrames(page, WARM_UP);

  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await waitForFrames(page, WARM_UP + frameCount);

  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const times = ((await page.evaluate('waterFrames')) as [number, number, number][]).slice(WARM_UP);
  await page.close();

  const ids = new Set(times.map(([id]) => id));
  const frameEvents = traceEvents.filter(
    ({ name, args }) => name === 'FireAnimationFrame' && ids.has(args.data?.id ?? -1),
  );

  return {
    scripted: times.map(([, time]) => time),
    painted: times.map(([, , time]) => time),
    cpu: frameEvents.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000])),
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

/** Returns the nearest-rank quantile. */
function quantile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.max(0, Math.ceil(share * sortedValues.length) - 1)] ?? Number.NaN;
}

/** Compares an idle page with its budget. Empty for still water, which has no budget. */
function formatIdleVerdict(isStill: boolean, percent: number): string {
  if (isStill) return '';
  return percent <= MAX_IDLE_PERCENT ? 'ok' : 'OVER';
}

function formatIdlePages(pages: readonly IdlePage[]): string {
  const rows = pages.map(({ name, isMember, isStill, frames, all, renderer, gpu }) => [
    `${name}, ${isMember ? 'member' : 'visitor'}${isStill ? ', after a minute without input' : ''}`,
    ...[frames, all, renderer, gpu].map(formatNumber),
    formatIdleVerdict(isStill, all),
  ]);
  const heads = ['Page', 'frames per second', 'all processes', 'page', 'GPU process', `≤ ${MAX_IDLE_PERCENT}`];
  return formatTable(heads, rows);
}

const formatQuantiles = (values: readonly number[]) =>
  [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(2));

const [site, launch] = await Promise.all([serveWaterPage(), launchBrowser()]);
try {
  const rows: string[][] = [];
  let frameMs = 0;
  for (const window of WINDOWS) {
    for (const zone of ZONES) {
      const { scripted, painted, cpu } = await measureFrames(launch.browser, site.url, zone, window);
      if (window === WINDOWS.at(-1)) frameMs = Math.max(frameMs, quantile(cpu, 0.99));
      rows.push([
        `${window.width} × ${window.height}`,
        String(zone),
        ...formatQuantiles(scripted),
        ...formatQuantiles(painted),
        ...formatQuantiles(cpu),
        quantile(cpu, 0.99) <= MAX_FRAME_MS ? 'ok' : 'OVER',
      ]);
    }
  }

  const heads = ['p50', 'p95', 'p99'];
  console.log(
    `\n## A frame of the ocean animation, ${frameCount} frames each, in Chromium ${launch.browser.version()}, in ms\n`,
  );
  console.log(
    formatTable(
      [
        'Window',
        'level',
        ...heads.map((head) => `script ${head}`),
        ...heads.map((head) => `painted ${head}`),
        ...heads.map((head) => `CPU ${head}`),
        `p99 ≤ ${MAX_FRAME_MS}`,
      ],
      rows,
    ),
  );

  const idlePages = await measureIdlePages(launch.browser, options.runs);
  console.log(`\n## Pages without input at 1440 × 900, in percent of a core; load ${formatNumber(loadavg()[0]!)}\n`);
  console.log(formatIdlePages(idlePages));

  const findWorst = (pages: readonly IdlePage[]) => Math.max(...pages.map(({ all }) => all));
  const movingPages = idlePages.filter(({ isStill }) => !isStill);
  record('waterFrameMs', frameMs);
  record('waterHomePercent', findWorst(movingPages.filter(({ isMember }) => !isMember)));
  record('waterMemberPercent', findWorst(movingPages.filter(({ isMember }) => isMember)));
} finally {
  site.close();
  await launch.close();
}
process.exit();
