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

/** Parts that import packages of test/load/package.json: Lighthouse and socket.io. */
const PARTS_WITH_PACKAGES: readonly Part[] = ['messages', 'lighthouse'];

/**
 * Installs the packages that only benchmarks use, if they are missing.
 *
 * @throws Error if npm fails
 */
function installPackages(): void {
  const folder = import.meta.dirname;
  if (existsSync(join(folder, 'node_modules'))) return;
  console.error('Installing lighthouse and socket.io for the benchmarks, once: npm ci --prefix test/load');
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci --prefix test/load failed. See the output above.');
}

async function runPart(part: Part, args: readonly string[]): Promise<void> {
  // Metrics that handlers print for CloudWatch would mix with the results.
  const env = { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true' };
  const child = spawn(process.execPath, [join(import.meta.dirname, PART_FILES[part]), ...args], {
    stdio: 'inherit',
    env,
  });
  // Ctrl-C also reaches the part. Wait while it cleans up.
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
    for (const part of options.parts) await runPart(part, process.argv.slice(2));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
