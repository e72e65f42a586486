/**
 * `npm run bench`: runs the benchmarks. Each part runs in its own process with its own database, because the table's
 * client keeps its first connection.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { HELP, PART_FILES, type Part, readOptions } from './options.ts';

/** Folders of the package.json files of parts that use their own packages. */
const PACKAGE_FOLDERS: Readonly<Partial<Record<Part, string>>> = {
  messages: import.meta.dirname,
  lighthouse: import.meta.dirname,
  peers: join(import.meta.dirname, 'peers'),
};

/**
 * Installs the packages of a part, if it has its own and they are missing. Doesn't run their install scripts.
 *
 * @throws Error if npm fails
 */
function installPackages(part: Part): void {
  const folder = PACKAGE_FOLDERS[part];
  if (!folder || existsSync(join(folder, 'node_modules'))) return;

  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  console.error(`Installing the packages of the benchmark, once: npm ${args.join(' ')}`);
  const { status } = spawnSync('npm', args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci --prefix ${folder} failed. See the output above.`);
}

/** Runs a part in its own process. Exits with the part's code if it fails. */
async function runPart(part: Part, args: readonly string[]): Promise<void> {
  // Metrics that handlers print for CloudWatch would mix with the results.
  const env = { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true' };
  const child = spawn(process.execPath, [join(import.meta.dirname, PART_FILES[part]), ...args], {
    stdio: 'inherit',
    env,
  });

  // Ctrl-C also reaches the part. This process waits while the part cleans up.
  const ignoreSignal = () => {};
  process.on('SIGINT', ignoreSignal);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', ignoreSignal);

  if (code !== 0) process.exit(code ?? 1);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(HELP);
  } else {
    console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores\n`);
    for (const part of options.parts) {
      installPackages(part);
      await runPart(part, process.argv.slice(2));
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
