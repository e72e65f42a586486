/**
 * Part `lighthouse` of `npm run bench`: measures Lighthouse's scores of the home page, the dashboard, the files, and a
 * long chat, for a mid-range phone on a slow network. Takes the best of several runs, because other load on the machine
 * only lowers a score.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { startLocalCloud } from '../../../infra/local/cloud.ts';
import { DemoClient } from '../../../infra/local/seed/demo-session.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { shareBrowser } from '../../support/browser.ts';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { signIn } from './sign-in.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');

/** Minimum scores. Budgets of docs/benchmarks.md. */
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof MIN_SCORES;
const CATEGORIES = Object.keys(MIN_SCORES) as Category[];
/** Measured times, and their names in the table. */
const METRICS = { 'first-contentful-paint': 'FCP', 'largest-contentful-paint': 'LCP', 'total-blocking-time': 'TBT' };
/** Minimum score of an audit that is not listed as a finding. */
const GOOD_SCORE = 0.9;
/** Number of audits of each page: three with the default of 30 runs. */
const RUNS_PER_PAGE = Math.max(1, Math.ceil(options.runs / 10));

/** The scores of one page. */
interface Report {
  readonly scores: Readonly<Record<Category, number>>;
  /** Metrics in milliseconds. The last is the layout shift, which has no unit. */
  readonly metrics: readonly number[];
  /** Audits that lowered the scores. */
  readonly findings: readonly string[];
}

/** Launches a browser with a debugging port for Lighthouse. The browser writes the port to a file. */
async function launchDebuggableBrowser(directory: string): Promise<{ context: BrowserContext; port: number }> {
  // The path of a browser, or the name of a channel such as `chrome`.
  const choice = process.env.FATHOM_BROWSER ?? 'chrome';
  const context = await chromium.launchPersistentContext(directory, {
    ...(/[/\\]/.test(choice) ? { executablePath: choice } : { channel: choice }),
    args: ['--remote-debugging-port=0', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const [port] = readFileSync(join(directory, 'DevToolsActivePort'), 'utf8').split('\n');
  return { context, port: Number(port) };
}

/** Runs Lighthouse on a page once. */
async function audit(url: string, port: number): Promise<Report> {
  const settings = { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' } as const;
  const result = await lighthouse(url, settings);
  if (!result) throw new Error(`Lighthouse has no result for ${url}.`);

  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);

  const readMetric = (name: string) => audits[name]?.numericValue ?? Number.NaN;

  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Report['scores'],
    metrics: [...Object.keys(METRICS), 'cumulative-layout-shift'].map(readMetric),
    findings: CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score, title = '', displayValue = '' } = audits[id] ?? {};
      return weight > 0 && typeof score === 'number' && score < GOOD_SCORE ? [`${title} ${displayValue}`.trim()] : [];
    }),
  };
}

/** Audits a page several times. Returns the report with the best performance. */
async function auditRepeatedly(url: string, port: number): Promise<Report> {
  let report = await audit(url, port);
  for (let run = 1; run < RUNS_PER_PAGE; run++) {
    const nextReport = await audit(url, port);
    if (nextReport.scores.performance > report.scores.performance) report = nextReport;
  }
  return report;
}

/** Formats the scores and times of a page, and whether all scores are within their budgets. */
function formatRow(page: string, { scores, metrics }: Report): string[] {
  const isWithinBudget = CATEGORIES.every((name) => scores[name] >= MIN_SCORES[name]);
  const times = metrics.slice(0, -1);
  const layoutShift = metrics.at(-1) ?? 0;

  return [
    page,
    ...CATEGORIES.map((name) => String(scores[name])),
    isWithinBudget ? 'ok' : 'UNDER',
    ...times.map(formatNumber),
    layoutShift.toFixed(3),
  ];
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-lighthouse-'));
const removeBrowser = await shareBrowser();
const cloud = await startLocalCloud({ port: 0, directory });
const { context, port } = await launchDebuggableBrowser(join(directory, 'browser'));
try {
  const partner = await new DemoClient(cloud.config, cloud.mails).signIn(DEMO_LOGINS[1]!);
  const reports = { home: await auditRepeatedly(cloud.url, port) } as Record<string, Report>;

  // The browser keeps the session for later runs.
  const page = await context.newPage();
  await signIn(page, cloud.url, DEMO_LOGINS[0]!);
  await page.close();

  for (const [name, path] of [
    ['dashboard', '/dashboard'],
    ['files', '/files'],
    ['chat', `/messages/${partner.userId}`],
  ] as const) {
    reports[name] = await auditRepeatedly(cloud.url + path, port);
  }

  console.log(`\n## Lighthouse, mobile preset, best of ${RUNS_PER_PAGE}; load ${formatNumber(loadavg()[0]!)}\n`);
  const scoreHeads = CATEGORIES.map((name) => `${name} ≥ ${MIN_SCORES[name]}`);
  const heads = ['Page', ...scoreHeads, '', ...Object.values(METRICS).map((name) => `${name} ms`), 'CLS'];
  const rows = Object.entries(reports).map(([name, report]) => formatRow(name, report));
  console.log(formatTable(heads, rows));

  const findLowest = (name: Category) => Math.min(...Object.values(reports).map(({ scores }) => scores[name]));
  recordFigure('lighthousePerformance', findLowest('performance'));
  recordFigure('lighthouseAccessibility', findLowest('accessibility'));
  recordFigure('lighthouseBestPractices', findLowest('best-practices'));

  for (const [name, { findings }] of Object.entries(reports)) {
    for (const text of findings) console.log(`\n- ${name}: ${text}`);
  }
} finally {
  await context.close();
  await cloud.close();
  removeBrowser();
  rmSync(directory, { recursive: true, force: true });
}
process.exit();
