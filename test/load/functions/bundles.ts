/** Part `bundles` of `npm run bench`: the size of each function's bundle, and the time to import it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { createLambdaBuildOptions, generateLambdaEntries } from '../../../infra/lambda-bundles.ts';
import { summarizeLatency } from '../meter.ts';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';

/** Budgets of docs/benchmarks.md. */
const MAX_KB = 400;
const MAX_RATIO = 1.5;
const BARE = 'a bare document client';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
/** Fewer runs, because each import needs a process and times vary little. */
const runs = Math.ceil(options.runs / 6);

const directory = mkdtempSync(join(tmpdir(), 'fathom-bundles-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const entries = { [BARE]: 'test/load/functions/document-client-handler.ts', ...generateLambdaEntries() };
buildSync(createLambdaBuildOptions(entries, directory));
const bundles = Object.keys(entries).map((name) => {
  const path = join(directory, name, 'index.mjs');
  return { name, path, kilobytes: statSync(path).size / 1000, times: [] as number[] };
});

const SCRIPT =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start);';

// In turns, so that other load on the machine affects all bundles equally.
for (let run = 0; run < runs; run++) {
  for (const { path, times } of bundles) {
    const args = ['--input-type=module', '-e', SCRIPT, pathToFileURL(path).href];
    const env = { ...process.env, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    times.push(Number(execFileSync(process.execPath, args, { env, encoding: 'utf8' })));
  }
}

// The fastest run is least affected by other load on the machine.
const fastest = ({ times }: { times: readonly number[] }) => Math.min(...times);
const bare = fastest(bundles.find(({ name }) => name === BARE)!);
const rows = bundles
  .toSorted((a, b) => b.kilobytes - a.kilobytes)
  .map((bundle) => {
    const { name, kilobytes, times } = bundle;
    const ratio = fastest(bundle) / bare;
    return [
      name,
      formatNumber(kilobytes),
      kilobytes <= MAX_KB ? 'ok' : 'OVER',
      formatNumber(fastest(bundle)),
      formatNumber(summarizeLatency(times).p50),
      `${ratio.toFixed(2)} ×`,
      ratio <= MAX_RATIO ? 'ok' : 'OVER',
    ];
  });
console.log(`\n## Bundles, and their import in ${runs} new processes\n`);
console.log(formatTable(['Function', 'KB', `≤ ${MAX_KB}`, 'fastest ms', 'p50 ms', 'vs. bare', `≤ ${MAX_RATIO}`], rows));
