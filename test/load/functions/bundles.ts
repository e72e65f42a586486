/** Part `bundles` of `npm run bench`: measures the size of each function's bundle, and the time to import it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureBundle } from '../../../infra/bundle-sizes.ts';
import { generateLambdaEntries, writeBundles } from '../../../infra/lambda-bundles.ts';
import { summarizeLatency } from '../meter.ts';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';

/** Maximum size of a bundle in KB. A budget of docs/benchmarks.md. */
const MAX_KB = 400;
/** Maximum import time, relative to the bare client. A budget of docs/benchmarks.md. */
const MAX_RATIO = 1.5;
/** Name of the bundle that imports are compared with. */
const BARE = 'a bare document client';

/** The ten most called endpoints, with the reason. The budget of the import applies to them. */
const MOST_CALLED: Readonly<Record<string, string>> = {
  'account-me': 'each page load',
  'account-dashboard': 'the first screen',
  'files-list': 'the file explorer, and each page of it',
  'files-view': 'each opened file',
  'posts-list': 'the feed, and each page of it',
  'posts-like': 'the most frequent write',
  'users-list': 'the list of members, and each search',
  'users-profile': 'each opened profile',
  'sockets-ticket': 'each connection of the chat',
  'messages-conversation': 'each opened chat',
};

const HEADS = [
  'Function',
  'KB at start',
  `≤ ${MAX_KB}`,
  'KB in all',
  'fastest ms',
  'p50 ms',
  'vs. bare',
  `≤ ${MAX_RATIO}`,
  '',
];

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
/** Imports of each bundle. Fewer than the runs of queries, because each needs a process and times vary little. */
const runs = Math.ceil(options.runs / 6);

const directory = mkdtempSync(join(tmpdir(), 'fathom-bundles-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const entries = { [BARE]: 'test/load/functions/document-client-handler.ts', ...generateLambdaEntries() };
const outputs = writeBundles(entries, directory);
const bundles = Object.keys(entries).map((name) => {
  const { entryBytes, totalBytes } = measureBundle(outputs, name);
  const path = join(directory, name, 'index.mjs');
  return { name, path, kilobytes: entryBytes / 1000, totalKilobytes: totalBytes / 1000, times: [] as number[] };
});

/** A script that prints the time to import a module, in milliseconds. */
const IMPORT_SCRIPT =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start);';

// The bundles take turns, so that other load on the machine affects all of them equally.
for (let run = 0; run < runs; run++) {
  for (const { path, times } of bundles) {
    const args = ['--input-type=module', '-e', IMPORT_SCRIPT, pathToFileURL(path).href];
    const env = { ...process.env, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    times.push(Number(execFileSync(process.execPath, args, { env, encoding: 'utf8' })));
  }
}

/** Compares an import with its budget. Empty for functions without a budget. */
function formatImportVerdict(name: string, ratio: number): string {
  if (!(name in MOST_CALLED)) return '';
  return ratio <= MAX_RATIO ? 'ok' : 'OVER';
}

// The fastest run is least affected by other load on the machine.
const findFastest = ({ times }: { times: readonly number[] }) => Math.min(...times);
const fastestBare = findFastest(bundles.find(({ name }) => name === BARE)!);
const rows = bundles
  .toSorted((a, b) => b.kilobytes - a.kilobytes)
  .map((bundle) => {
    const { name, kilobytes, totalKilobytes, times } = bundle;
    const ratio = findFastest(bundle) / fastestBare;

    return [
      name,
      formatNumber(kilobytes),
      kilobytes <= MAX_KB ? 'ok' : 'OVER',
      formatNumber(totalKilobytes),
      formatNumber(findFastest(bundle)),
      formatNumber(summarizeLatency(times).p50),
      `${ratio.toFixed(2)} ×`,
      formatImportVerdict(name, ratio),
      MOST_CALLED[name] ?? '',
    ];
  });

console.log(`\n## Bundles, and their import in ${runs} new processes\n`);
console.log(formatTable(HEADS, rows));

const functions = bundles.filter(({ name }) => name !== BARE);
recordFigure('largestBundleKb', Math.max(...functions.map(({ kilobytes }) => kilobytes)));
recordFigure('bundlesOverBudget', functions.filter(({ kilobytes }) => kilobytes > MAX_KB).length);

const mostCalledFunctions = functions.filter(({ name }) => name in MOST_CALLED);
recordFigure('importRatio', Math.max(...mostCalledFunctions.map(findFastest)) / fastestBare);
