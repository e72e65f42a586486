import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { readOptions } from '../options.ts';
import { table } from '../report.ts';
import { serveWater } from './water-page.ts';

/**
 * The last part of `npm run bench`: what a frame of the water costs the page's main thread. A frame is our own script
 * (moving and drawing) and the painting of what it has drawn, which Chromium would otherwise put off: reading one pixel
 * back makes it paint at once, and is counted too. What the processor spends on it is judged: on a machine that is busy
 * with other things, the clock on the wall tells of those as well.
 */

/** The canvas shares a frame of 16 ms with the page. */
const LARGEST_MS = 2;
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const LEVELS = [0, 10];
/** Frames before those that count: fonts, downloads and the compiler have their say. */
const WARM_UP = 30;

/** Numbers the frames that wipe a canvas: creatures and transitions ask for frames of their own. */
const STOPWATCH = `
  const ask = window.requestAnimationFrame.bind(window);
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  let drawn;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    drawn = this;
    clear.apply(this, area);
  };
  window.waterFrames = [];
  window.requestAnimationFrame = (step) => {
    const id = ask((now) => {
      drawn = undefined;
      const start = performance.now();
      step(now);
      if (!drawn) return;
      const scripted = performance.now() - start;
      drawn.getImageData(0, 0, 1, 1);
      window.waterFrames.push([id, scripted, performance.now() - start]);
    });
    return id;
  };
`;

/** Milliseconds of each frame. */
interface FrameTimes {
  readonly scripted: readonly number[];
  readonly painted: readonly number[];
  /** Of the processor, whatever else the machine did meanwhile. */
  readonly processor: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly id?: number } };
}

async function framesOf(
  browser: Browser,
  url: string,
  level: number,
  viewport: (typeof WINDOWS)[number],
): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(STOPWATCH);
  await page.goto(`${url}/#${level}`);
  const until = (count: number) =>
    page.waitForFunction(`waterFrames.length >= ${count}`, undefined, { timeout: 120_000 });
  await until(WARM_UP);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await until(WARM_UP + frames);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const times = ((await page.evaluate('waterFrames')) as [number, number, number][]).slice(WARM_UP);
  await page.close();
  const ids = new Set(times.map(([id]) => id));
  const traced = traceEvents.filter(({ name, args }) => name === 'FireAnimationFrame' && ids.has(args.data?.id ?? -1));
  return {
    scripted: times.map(([, time]) => time),
    painted: times.map(([, , time]) => time),
    processor: traced.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000])),
  };
}

/** The smallest value that so large a share of all values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
const frames = options.runs * 10;
const milliseconds = (values: readonly number[]) =>
  [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(2));

const [site, launched] = await Promise.all([serveWater(), launchBrowser()]);
try {
  const rows: string[][] = [];
  for (const window of WINDOWS) {
    for (const level of LEVELS) {
      const { scripted, painted, processor } = await framesOf(launched.browser, site.url, level, window);
      rows.push([
        `${window.width} × ${window.height}`,
        String(level),
        ...milliseconds(scripted),
        ...milliseconds(painted),
        ...milliseconds(processor),
        quantile(processor, 0.99) <= LARGEST_MS ? 'ok' : 'OVER',
      ]);
    }
  }
  const heads = ['p50', 'p95', 'p99'];
  console.log(`\n## A frame of the water, ${frames} of each, in Chromium ${launched.browser.version()}, in ms\n`);
  console.log(
    table(
      [
        'Window',
        'level',
        ...heads.map((head) => `script ${head}`),
        ...heads.map((head) => `painted ${head}`),
        ...heads.map((head) => `processor ${head}`),
        `p99 ≤ ${LARGEST_MS}`,
      ],
      rows,
    ),
  );
} finally {
  site.close();
  await launched.close();
}
