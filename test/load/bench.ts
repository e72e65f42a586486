import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { HELP, PART_FILES, type Part, readOptions } from './options.ts';

/**
 * `npm run bench`: the budgets of the table, measured. Each part runs in a process and with a database of its own, for
 * the table's client stays with the database that it met first.
 */

/** Parts that import a package of test/load/package.json: Lighthouse, and socket.io to compare with. */
const PARTS_WITH_PACKAGES: readonly Part[] = ['messages', 'lighthouse'];

/**
 * Installs the packages that only benchmarks use, unless they are installed.
 *
 * @throws Error if npm fails
 */
function installPackages(): void {
  const folder = import.meta.dirname;
  if (existsSync(join(folder, 'node_modules'))) return;
  console.error(
    'Installing lighthouse and socket.io for the benchmarks, this first time only: npm ci --prefix test/load',
  );
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci --prefix test/load failed: the output above says why.');
}

async function run(part: Part, args: readonly string[]): Promise<void> {
  // What handlers write for CloudWatch would stand between the figures.
  const env = { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true' };
  const child = spawn(process.execPath, [join(import.meta.dirname, PART_FILES[part]), ...args], {
    stdio: 'inherit',
    env,
  });
  // Ctrl-C reaches the part as well; it cleans up, and we wait for it.
  const wait = () => {};
  process.on('SIGINT', wait);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', wait);
  if (code !== 0) process.exit(code ?? 1);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(HELP);
  } else {
    console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores\n`);
    if (options.parts.some((part) => PARTS_WITH_PACKAGES.includes(part))) installPackages();
    for (const part of options.parts) await run(part, process.argv.slice(2));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
