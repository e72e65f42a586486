/**
 * Part `cards` of `npm run bench`: measures the cost of 1,000 loaded files for the page, as a list and as a gallery.
 *
 * The benchmark scrolls through all files, faster than a finger can, and types into the search field. Animations are
 * off, because another part measures the water. Tasks are measured in processor time, which other load on the machine
 * doesn't change.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { FILES_BULK_LIMIT } from '../../../shared/rules/limits.ts';
import { launchBrowser } from '../../support/browser.ts';
import { serveLongFileList } from '../../support/long-file-list.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { signIn } from './sign-in.ts';

/** Sizes of the windows of a desktop and a phone, in pixels. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** Number of times that the search text is typed and deleted. */
const KEY_RUNS = 3;
/** Names of the buttons that select the list and the gallery. */
const VIEWS = ['List view', 'Gallery view'];

/** Processor time above which a task is long, in milliseconds. */
const LONG_TASK_MS = 50;

/** Factor of a simulated slow phone. Chromium counts the pauses as processor time, so this is for information only. */
const SLOWDOWN = 4;

const BYTES_PER_MB = 1024 ** 2;

/** A script that scrolls to the end, by half a window per frame. */
const SCROLL = `new Promise((resolve) => {
  function step() {
    scrollBy(0, innerHeight / 2);
    if (scrollY + innerHeight < document.documentElement.scrollHeight - 1) requestAnimationFrame(step);
    else setTimeout(resolve, 500);
  }
  step();
})`;

/** The search text. Narrows 1,000 files to those with a 9, then to those with 99. */
const SEARCH_TEXT = '99';
/** A script that waits until the page has been drawn. */
const WAIT_UNTIL_DRAWN =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 100))))';

/** Returns the memory of the page's objects after a garbage collection, in MB. */
async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / BYTES_PER_MB;
}

/** An event of Chromium's trace. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Returns the processor time of each task of the page's main thread while `run` runs, in milliseconds. */
async function traceTasks(page: Page, run: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');

  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await run();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };

  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  return traceEvents
    .filter((event) => event.name.endsWith('RunTask') && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1000);
}

/** The median, or the higher of the two middle values. 0 without values. */
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Types the search text and deletes it again. Returns the processor time of each key, in milliseconds. */
async function traceKeys(page: Page): Promise<number[]> {
  const field = page.getByPlaceholder('Search files...');
  await field.focus();

  const keyTimes: number[] = [];
  for (const key of [...SEARCH_TEXT, ...Array.from(SEARCH_TEXT, () => 'Backspace')]) {
    const press = async () => {
      await page.keyboard.press(key);
      await page.evaluate(WAIT_UNTIL_DRAWN);
    };
    keyTimes.push(sum(await traceTasks(page, press)));
  }

  return keyTimes;
}

/** The measurement of one view. */
interface ViewFigures {
  /** The cells of the table. */
  readonly cells: readonly string[];
  /** The median processor time of a key, in milliseconds. */
  readonly keyMs: number;
  /** The longest task while scrolling, in milliseconds. */
  readonly scrollTaskMs: number;
}

/** Loads all files in a view, scrolls through them, and types into the search field. */
async function measureView(page: Page, session: CDPSession, url: string, view: string): Promise<ViewFigures> {
  await page.goto(`${url}/files`);
  await page.getByRole('button', { name: 'Load All Files' }).click();
  await page.getByText(`${FILES_BULK_LIMIT} files shown`).waitFor();
  await page.getByRole('button', { name: view }).click();
  await page.waitForTimeout(1000);

  const heapBefore = await readHeap(session);
  const tasks = await traceTasks(page, () => page.evaluate(SCROLL));
  const cards = await page.locator('.file-card').count();
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  const heapAfter = await readHeap(session);

  await page.evaluate('scrollTo(0, 0)');
  const keyTimes: number[] = [];
  for (let run = 0; run < KEY_RUNS; run++) keyTimes.push(...(await traceKeys(page)));

  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const slowKeyTimes = await traceKeys(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });

  const keyMs = median(keyTimes);
  const scrollTaskMs = Math.max(...tasks);
  const longTasks = tasks.filter((ms) => ms > LONG_TASK_MS).length;
  const times = [scrollTaskMs, heapBefore, heapAfter, keyMs, Math.max(...keyTimes), Math.max(...slowKeyTimes)];

  return { cells: [...[cards, nodes, longTasks].map(String), ...times.map(formatNumber)], keyMs, scrollTaskMs };
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-cards-'));
const cloud = await startLocalCloud({ port: 0, directory });
const { browser, close } = await launchBrowser();
try {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const session = await page.context().newCDPSession(page);
  await signIn(page, cloud.url, DEMO_LOGINS[0]!);
  await serveLongFileList(page);

  const rows: string[][] = [];
  const figures: ViewFigures[] = [];
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    for (const view of VIEWS) {
      const measurement = await measureView(page, session, cloud.url, view);
      figures.push(measurement);
      rows.push([`${view}, ${size.width} × ${size.height}`, ...measurement.cells]);
    }
  }

  recordFigure('keyListMs', Math.max(...figures.map(({ keyMs }) => keyMs)));
  recordFigure('scrollTaskMs', Math.max(...figures.map(({ scrollTaskMs }) => scrollTaskMs)));

  console.log(`\n## ${FILES_BULK_LIMIT} loaded files; load ${formatNumber(loadavg()[0]!)}\n`);
  const heads = [
    '',
    'cards',
    'nodes',
    `tasks > ${LONG_TASK_MS} ms`,
    'longest ms',
    'heap MB',
    'after scrolling',
    'a key ms',
    'longest key',
    `with ${SLOWDOWN} × slower CPU`,
  ];
  console.log(formatTable(heads, rows));
} finally {
  await close();
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit();
