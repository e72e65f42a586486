import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { lambdaBuild, lambdaEntries } from '../../../infra/lambda-bundles.ts';
import { latencyOf } from '../meter.ts';
import { readOptions } from '../options.ts';
import { figure, table } from '../report.ts';

/** The last part of `npm run bench`: how large each function's bundle is, and how long a cold start imports it. */

/** Design §11. */
const LARGEST_KB = 400;
const HIGHEST_RATIO = 1.5;
const BARE = 'a bare document client';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
/** A process for each import takes its time, and imports differ little. */
const runs = Math.ceil(options.runs / 6);

const directory = mkdtempSync(join(tmpdir(), 'fathom-bundles-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const entries = { [BARE]: 'test/load/functions/document-client-handler.ts', ...lambdaEntries() };
buildSync(lambdaBuild(entries, directory));
const bundles = Object.keys(entries).map((name) => {
  const path = join(directory, name, 'index.mjs');
  return { name, path, kilobytes: statSync(path).size / 1000, times: [] as number[] };
});

const SCRIPT =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start);';

// In turns, so that whatever else the machine does meanwhile befalls all of them alike.
for (let run = 0; run < runs; run++) {
  for (const { path, times } of bundles) {
    const args = ['--input-type=module', '-e', SCRIPT, pathToFileURL(path).href];
    const env = { ...process.env, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    times.push(Number(execFileSync(process.execPath, args, { env, encoding: 'utf8' })));
  }
}

// The quickest says the most of the bundle, and the least of what else the machine did.
const quickest = ({ times }: { times: readonly number[] }) => Math.min(...times);
const bare = quickest(bundles.find(({ name }) => name === BARE)!);
const rows = bundles
  .toSorted((a, b) => b.kilobytes - a.kilobytes)
  .map((bundle) => {
    const { name, kilobytes, times } = bundle;
    const ratio = quickest(bundle) / bare;
    return [
      name,
      figure(kilobytes),
      kilobytes <= LARGEST_KB ? 'ok' : 'OVER',
      figure(quickest(bundle)),
      figure(latencyOf(times).p50),
      `${ratio.toFixed(2)} ×`,
      ratio <= HIGHEST_RATIO ? 'ok' : 'OVER',
    ];
  });
console.log(`\n## Bundles, and their import in ${runs} fresh processes\n`);
console.log(
  table(['Function', 'KB', `≤ ${LARGEST_KB}`, 'quickest ms', 'p50 ms', 'of bare', `≤ ${HIGHEST_RATIO}`], rows),
);
